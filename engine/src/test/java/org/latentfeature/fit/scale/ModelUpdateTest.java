package org.latentfeature.fit.scale;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.MatrixBlocks;
import org.latentfeature.data.Rows;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.FittedData;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.estimator.Estimator;
import org.latentfeature.fit.estimator.Estimators;
import org.latentfeature.fit.estimator.Provenance;
import org.latentfeature.fit.factor.FactorCoder;
import org.latentfeature.fit.factor.FactorModel;
import org.latentfeature.fit.factor.LeastSquares;
import org.latentfeature.fit.metrics.Hamming;
import org.latentfeature.fit.metrics.Rmse;
import org.latentfeature.fit.model.Model;
import org.latentfeature.fit.model.ModelFile;
import org.latentfeature.lasso.LassoModel;
import org.latentfeature.lasso.estimator.LassoEstimator;
import org.latentfeature.step.Factorisation.Products;

/** Rows added to a model without the rows of its fit. */
final class ModelUpdateTest {

  private static final Backend BACKEND = new ReferenceProvider().open(Resources.DEFAULT);
  private static final int HALF = 211;
  private static final SyntheticProblem PROBLEM = SyntheticProblem.dense(2 * HALF, 17, 5, .3, 2);
  private static final Matrix FIRST = PROBLEM.x().view(0, HALF);
  private static final Matrix SECOND = PROBLEM.x().view(HALF, HALF);

  @AfterAll
  static void close() {
    BACKEND.close();
  }

  private static LassoModel fit(Matrix x, int k) {
    return new LassoEstimator().fit(BACKEND, x, k).toModel();
  }

  private static <M extends FactorModel> ModelUpdate<M> update(M model, Rows x, int most) {
    return update(model, new Dataset(x, null), most);
  }

  private static <M extends FactorModel> ModelUpdate<M> update(M model, Dataset x, int most) {
    try (LoadedData data = new LoadedData(BACKEND, x.rows())) {
      Provenance from =
          new Provenance("test", BACKEND.info(), FittedData.of(x, Map.of(FittedData.MISSING, "7")));
      return ModelUpdate.of(data, model, from, most, 0, WorkListener.SILENT);
    }
  }

  /** The least-squares dictionary by definition: column d by the rows that know it. */
  private static Dense leastSquares(Matrix x, BinaryMatrix z) {
    int k = z.cols();
    Dense w = new Dense(k, x.cols());
    for (int d = 0; d < x.cols(); d++) {
      Dense gram = new Dense(k, k);
      Dense cross = new Dense(k, 1);
      for (int i = 0; i < x.rows(); i++) {
        for (int a = 0; a < k && !Float.isNaN(x.get(i, d)); a++) {
          for (int b = 0; b < k && z.get(i, a); b++) {
            gram.set(a, b, gram.get(a, b) + (z.get(i, b) ? 1 : 0));
          }
          cross.set(a, 0, cross.get(a, 0) + (z.get(i, a) ? x.get(i, d) : 0));
        }
      }
      Dense column = LeastSquares.FREE.dictionary(new Products(gram, cross));
      for (int a = 0; a < k; a++) {
        w.set(a, d, column.get(a, 0));
      }
    }
    return w;
  }

  /** Codes of all rows and their dictionary by turns, from {@code w}. */
  private static Dense refined(Matrix x, Dense w) {
    Dense refined = w;
    BinaryMatrix z = BinaryMatrix.empty(x.rows());
    BinaryMatrix next = FactorCoder.encode(BACKEND, x, refined, 0);
    while (!next.equals(z)) {
      z = next;
      refined = leastSquares(x, z);
      next = FactorCoder.encode(BACKEND, x, refined, 0);
    }
    return refined;
  }

  @Test
  void oneHalfAfterTheOtherComesToWhatRefiningAllDoes() {
    LassoModel half = fit(FIRST, 5);
    ModelUpdate<LassoModel> updated = update(half, SECOND, 8);
    assertEquals(0, updated.features());
    assertTrue(updated.isExact());
    Dense all = refined(PROBLEM.x(), half.w());
    assertArrayEquals(all.values(), updated.model().w().values(), 1e-9);
    assertEquals(FactorCoder.encode(BACKEND, PROBLEM.x(), all, 0), updated.model().z());
    assertEquals(
        Rmse.noisy(PROBLEM.x(), updated.model().z(), all), updated.model().manifest().rmse(), 1e-7);
    assertEquals(
        Rmse.noisy(SECOND, FactorCoder.encode(BACKEND, SECOND, half.w(), 0), half.w()),
        updated.addedBefore(),
        1e-7);
    assertTrue(updated.added() < updated.addedBefore());
    assertTrue(updated.fitted() > updated.fittedBefore());
  }

  /** Row by row, the sums of each model are those of the one before: nothing is lost. */
  @Test
  void manyUpdatesAreAsGoodAsOne() {
    LassoModel half = fit(FIRST, 5);
    LassoModel step = half;
    for (int from = 0; from < HALF; from += 53) {
      Matrix some = SECOND.view(from, Math.min(53, HALF - from));
      step = update(step, some, 0).model();
    }
    LassoModel once = update(half, SECOND, 0).model();
    assertEquals(once.z(), step.z());
    assertArrayEquals(once.w().values(), step.w().values(), 1e-9);
    assertEquals(once.manifest().rmse(), step.manifest().rmse(), 1e-9);
    assertEquals(4., step.manifest().figures().get("updates"));
    assertEquals((double) HALF, step.manifest().figures().get("added_rows"));
  }

  /** What the update takes for granted of each kind of model, whatever found it. */
  @Tag("whole")
  @ParameterizedTest
  @CsvSource({
    "lasso, method=best",
    "lasso, method=lasso",
    "lasso, method=path",
    "lasso, method=paper",
    "lasso, reduce=none",
    "lasso, penalty=2",
    "cumulants, refine=true",
    "cumulants, refine=false",
    "mf-binary, refine=true",
    "mf-binary, refine=false",
    "mf-binary, affine=true"
  })
  void theErrorOfRowsThatAreGoneIsKnown(String estimator, String option) {
    FactorModel model = fit(Estimators.named(estimator), option);
    Matrix other = SyntheticProblem.dense(67, 17, 5, 1, 9).x();
    ModelUpdate<FactorModel> updated = update(model, other, 0);
    double rmse = Rmse.noisy(FIRST, model.z(), updated.model().w());
    assertTrue(rmse > 1.02 * updated.fittedBefore(), "the rows are others");
    assertEquals(rmse, updated.fitted(), 1e-7 * rmse);
    int[] added = IntStream.range(HALF, HALF + 67).toArray();
    assertEquals(
        Rmse.noisy(other, rows(updated.model().z(), added), updated.model().w()),
        updated.added(),
        1e-7);
    if (option.equals("affine=true")) {
      double sum = 0;
      for (int k = 0; k < 5; k++) {
        sum += updated.model().w().get(k, 3);
      }
      assertEquals(1, sum, 1e-9);
    }
  }

  private static <O extends FitOptions, M extends Model> FactorModel fit(
      Estimator<O, M> estimator, String option) {
    String[] parts = option.split("=", 2);
    return (FactorModel)
        estimator
            .fit(BACKEND, FIRST, estimator.request(5, Map.of(parts[0], parts[1])).options())
            .toModel();
  }

  private static BinaryMatrix rows(BinaryMatrix z, int[] kept) {
    return BinaryMatrix.ofColumns(
        kept.length,
        z.columns().stream().map(c -> c.slice(kept[0], kept[kept.length - 1] + 1)).toList());
  }

  /** Features of the second half alone, some of few of its rows. */
  @Tag("whole")
  @Test
  void featuresThatOnlyNewRowsHaveAreFound() {
    Grown p = Grown.of(.5, .1, .5);
    LassoModel half = fit(p.x.view(0, HALF), 4);
    ModelUpdate<LassoModel> updated = update(half, p.x.view(HALF, HALF), 8);
    assertEquals(3, updated.features());
    LassoModel model = updated.model();
    for (int k = 4; k < 7; k++) {
      assertEquals(HALF, model.z().column(k).slice(0, HALF).complement().count(), "off before");
    }
    assertTrue(Hamming.mean(p.z, model.z()) < .001);
    assertEquals(Rmse.noisy(p.x, model.z(), model.w()), model.manifest().rmse(), 1e-7);
    assertEquals("7", model.manifest().option("k"));
    assertEquals(3., model.manifest().figures().get("added_features"));
    int[] counts = IntStream.range(4, 7).map(k -> model.z().column(k).count()).toArray();
    assertTrue(counts[2] < Math.min(counts[0], counts[1]), Arrays.toString(counts));
    assertArrayEquals(
        model.w().values(), update(half, p.x.view(HALF, HALF), 8).model().w().values());
    assertEquals(1, update(half, p.x.view(HALF, HALF), 1).features());
  }

  @Test
  void noFeatureIsMadeOfNoiseOrOfOneRow() {
    LassoModel half = fit(FIRST, 5);
    Matrix odd = SECOND.selectRows(IntStream.range(0, HALF).toArray());
    for (int j = 0; j < odd.cols(); j++) {
      odd.set(3, j, odd.get(3, j) + (j % 2 == 0 ? 5 : -5));
    }
    assertEquals(0, update(half, odd, 8).features());
    assertEquals(0, update(half, odd.view(0, 3), 8).features());
  }

  /** Four features of all rows, and features of given probabilities of the second half. */
  private record Grown(Matrix x, BinaryMatrix z) {

    static Grown of(double... probabilities) {
      RandomStream random = new RandomStream(3, "grown");
      int k = 4 + probabilities.length;
      Dense w = new Dense(k, 17);
      for (int i = 0; i < w.values().length; i++) {
        w.values()[i] = random.nextGaussian();
      }
      boolean[][] z = new boolean[k][2 * HALF];
      Matrix x = Matrix.allocate(2 * HALF, 17);
      for (int i = 0; i < x.rows(); i++) {
        for (int a = 0; a < k; a++) {
          z[a][i] =
              (a < 4 || i >= HALF) && random.nextDouble() < (a < 4 ? .5 : probabilities[a - 4]);
        }
        for (int j = 0; j < x.cols(); j++) {
          double v = .1 * random.nextGaussian();
          for (int a = 0; a < k; a++) {
            v += z[a][i] ? w.get(a, j) : 0;
          }
          x.set(i, j, (float) v);
        }
      }
      return new Grown(
          x, BinaryMatrix.ofColumns(x.rows(), Arrays.stream(z).map(BitVector::of).toList()));
    }
  }

  /** W is exact where only new rows miss entries, and an estimate after that. */
  @Test
  void missingEntriesOfNewRowsAreLeftOut() {
    LassoModel half = fit(FIRST, 5);
    Matrix holes = SECOND.selectRows(IntStream.range(0, HALF).toArray());
    RandomStream random = new RandomStream(4, "holes");
    long missing = 0;
    for (int i = 0; i < HALF; i++) {
      for (int j = 0; j < 16; j++) {
        if (random.nextDouble() < .3) {
          holes.set(i, j, Float.NaN);
          missing++;
        }
      }
    }
    ModelUpdate<LassoModel> updated = update(half, holes, 8);
    LassoModel model = updated.model();
    assertEquals(0, updated.features());
    assertTrue(updated.isExact());
    Matrix all = Matrix.allocate(2 * HALF, 17);
    float[] row = new float[17];
    for (int i = 0; i < 2 * HALF; i++) {
      (i < HALF ? FIRST : holes).getRow(i % HALF, row);
      all.setRow(i, row);
    }
    assertArrayEquals(leastSquares(all, model.z()).values(), model.w().values(), 1e-9);
    assertEquals(Rmse.noisy(all, model.z(), model.w()), model.manifest().rmse(), 1e-7);
    assertEquals("7", model.manifest().option("missing"));
    assertEquals(Long.toString(all.size() - missing), model.manifest().option(FittedData.KNOWN));
    ModelUpdate<LassoModel> again = update(model, SECOND, 0);
    assertFalse(again.isExact());
    double rmse = Rmse.noisy(all, model.z(), again.model().w());
    assertEquals(rmse, again.fitted(), .01 * rmse);
  }

  @Test
  void aFitOfWhatIsKnownSaysHowMuchThatIs() {
    Matrix holes = FIRST.selectRows(IntStream.range(0, HALF).toArray());
    for (int i = 0; i < HALF; i++) {
      holes.set(i, i % 17, Float.NaN);
    }
    LassoModel half = fit(holes, 5);
    assertEquals(Long.toString(16L * HALF), half.manifest().option(FittedData.KNOWN));
    ModelUpdate<LassoModel> updated = update(half, SECOND, 0);
    assertFalse(updated.isExact());
    assertEquals(Long.toString(33L * HALF), updated.model().manifest().option(FittedData.KNOWN));
    double rmse = Rmse.noisy(holes, half.z(), updated.model().w());
    assertEquals(rmse, updated.fitted(), .01 * rmse);
  }

  @Test
  void rowsMayStayInTheirFile() {
    LassoModel half = fit(FIRST, 5);
    FileRows file = new FileRows(new MatrixBlocks(SECOND), 64 * 17 * 4, WorkListener.SILENT);
    LassoModel streamed = update(half, file, 8).model();
    LassoModel whole = update(half, SECOND, 0).model();
    assertEquals(whole.z(), streamed.z());
    assertArrayEquals(whole.w().values(), streamed.w().values(), 1e-9);
  }

  private static Dataset named(Matrix x, @Nullable String prefix) {
    return prefix == null
        ? new Dataset(x, null)
        : new Dataset(
            x,
            null,
            Map.of("id", IntStream.range(0, x.rows()).mapToObj(i -> prefix + i).toList()),
            "id");
  }

  private static LassoModel named(String prefix) {
    LassoModel plain = fit(FIRST, 5);
    FittedData data = FittedData.of(named(FIRST, prefix), Map.of());
    LassoModel ids =
        new LassoEstimator()
            .fit(BACKEND, FIRST, 5)
            .model(new Provenance("test", BACKEND.info(), data));
    List<String> names = List.of("sun", "", "moon", "", "");
    return new LassoModel(ids.manifest().withFeatureNames(names), plain.z(), plain.w());
  }

  @Tag("whole")
  @Test
  void namesStayWithTheirFeaturesAndRows() {
    LassoModel half = named("a");
    Grown p = Grown.of(.5);
    LassoModel model = update(half, named(p.x.view(HALF, HALF), "b"), 8).model();
    assertTrue(model.manifest().features() > 5);
    assertEquals("moon", model.manifest().featureName(2));
    assertEquals("", model.manifest().featureName(5));
    List<String> ids = Objects.requireNonNull(model.manifest().rowIds());
    assertEquals(List.of("a0", "b0"), List.of(ids.get(0), ids.get(HALF)));
    for (int k = 0; k < 5; k++) {
      assertEquals(half.z().column(k), model.z().column(k).slice(0, HALF));
    }
    assertNull(update(fit(FIRST, 5), named(SECOND, "b"), 0).model().manifest().rowIds());
  }

  @Test
  void badRowsAreRefused() {
    LassoModel half = named("a");
    assertTold(
        () -> update(half, named(SECOND, "a"), 0), "new row 1", "\"a0\"", "row 1 of the model");
    assertTold(() -> update(half, SECOND, 0), "a0", "TableLayout.ids");
    Matrix empty = SECOND.selectRows(new int[] {0, 1});
    for (int j = 0; j < 17; j++) {
      empty.set(1, j, Float.NaN);
    }
    assertTold(() -> update(fit(FIRST, 5), empty, 0), "row 2", "no known entry");
    String columns =
        String.valueOf(
            assertThrows(
                    IllegalArgumentException.class,
                    () -> update(fit(FIRST, 5), Matrix.of(new float[][] {{1, 2}}), 0))
                .getMessage());
    assertTrue(columns.contains("2 columns") && columns.contains("17"), columns);
  }

  @Test
  void modelsWithoutWhatItTakesAreRefused() {
    Model markov = Estimators.named("markov").fit(BACKEND, FIRST, 2).toModel();
    assertTold(() -> ModelUpdate.require(markov, "m.lfm"), "m.lfm", "markov", "weights");
    Model spectral = Estimators.named("spectral").fit(BACKEND, FIRST, 4).toModel();
    assertTold(() -> ModelUpdate.require(spectral, "s.lfm"), "s.lfm", "spectral", "least-squares");
  }

  private static void assertTold(Runnable call, String... words) {
    String message = String.valueOf(assertThrows(DataException.class, call::run).getMessage());
    for (String word : words) {
      assertTrue(message.contains(word), () -> word + " is not in: " + message);
    }
  }

  /** Same seed, same bits. */
  @Test
  void twiceTheSameGivesTheSameFile() {
    ModelUpdate<LassoModel> one = ModelUpdate.of(BACKEND, fit(FIRST, 5), SECOND);
    ModelUpdate<LassoModel> other = ModelUpdate.of(BACKEND, fit(FIRST, 5), SECOND);
    assertArrayEquals(one.model().w().values(), other.model().w().values());
    assertEquals(one.model().z(), other.model().z());
    assertEquals(one.model().manifest().dataHash(), other.model().manifest().dataHash());
    assertTrue(ModelFile.bytes(one.model()).length > 0);
  }
}
