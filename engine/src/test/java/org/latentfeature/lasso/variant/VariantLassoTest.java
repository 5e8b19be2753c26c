package org.latentfeature.lasso.variant;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendUnavailableException;
import org.latentfeature.backend.Backends;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.Ending;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.FitMonitor;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.UnfinishedFitException;
import org.latentfeature.fit.estimator.Weights;
import org.latentfeature.fit.factor.ColumnTerms;
import org.latentfeature.fit.metrics.Hamming;
import org.latentfeature.fit.model.ModelFile;
import org.latentfeature.lasso.LassoModel;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LassoResult;
import org.latentfeature.lasso.LatentFeatureLasso;
import org.latentfeature.lasso.Variant;

/** Weights and variants together, their limits and their models. */
final class VariantLassoTest {

  private static final Variant ALL =
      new Variant(true, true, true, Double.NaN, Variant.RowOrder.NONE);

  private static Drawn drawn() {
    return new Drawn(120, 30, 4, .4, 5).multiply().noise(.3);
  }

  @Test
  void weightsOfOneChangeNoBit() {
    Drawn drawn = drawn();
    LassoResult none = Drawn.fit(drawn.x, 4, Variant.PLAIN, Weights.NONE);
    LassoResult ones =
        Drawn.fit(
            drawn.x,
            4,
            Variant.PLAIN,
            new Weights(EntryWeights.ones(120), EntryWeights.ones(30), false));
    assertEquals(none.z(), ones.z());
    assertArrayEquals(none.w().values(), ones.w().values());
    assertEquals(none.rmse(), ones.rmse());
  }

  /** The objective of rows with weights is that of the rows repeated. */
  @Test
  void wholeWeightsAreRepeatedRows() {
    Drawn drawn = drawn();
    double[] weights = new double[120];
    List<double[]> repeated = new ArrayList<>();
    for (int i = 0; i < 120; i++) {
      weights[i] = .5 * drawn.random.nextInt(4);
      for (int c = 0; c < 2 * weights[i]; c++) {
        repeated.add(drawn.x[i]);
      }
    }
    LassoResult weighed = Drawn.fit(drawn.x, 4, Variant.PLAIN, new Weights(weights, null, false));
    LassoResult plain =
        Drawn.fit(repeated.toArray(new double[0][]), 4, Variant.PLAIN, Weights.NONE);
    assertEquals(4, weighed.z().cols());
    for (int k = 0; k < 4; k++) {
      for (int j = 0; j < 30; j++) {
        assertEquals(nearest(plain, weighed, k, j), weighed.w().get(k, j), 1e-4);
      }
    }
    assertEquals(0, Hamming.mean(drawn.z, weighed.z()), "rows of weight 0 are coded too");
  }

  /** Entry j of the feature of {@code in} that is most like feature k of {@code of}. */
  private static double nearest(LassoResult in, LassoResult of, int k, int j) {
    int best = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int c = 0; c < in.w().rows(); c++) {
      double distance = 0;
      for (int i = 0; i < in.w().cols(); i++) {
        double rest = in.w().get(c, i) - of.w().get(k, i);
        distance += rest * rest;
      }
      if (distance < least) {
        least = distance;
        best = c;
      }
    }
    return in.w().get(best, j);
  }

  @Test
  void aColumnOfWeightZeroHasNoSayButIsFitted() {
    Drawn drawn = drawn();
    double[] weights = EntryWeights.ones(30);
    weights[3] = 0;
    double[][] spoilt = Arrays.stream(drawn.x).map(double[]::clone).toArray(double[][]::new);
    for (int i = 0; i < 120; i++) {
      spoilt[i][3] = 1000 * (i % 7) + drawn.x[i][3];
    }
    LassoResult one = Drawn.fit(drawn.x, 4, Variant.PLAIN, new Weights(null, weights, false));
    LassoResult other = Drawn.fit(spoilt, 4, Variant.PLAIN, new Weights(null, weights, false));
    assertEquals(0, Hamming.mean(one.z(), other.z()));
    LassoResult full = Drawn.fit(drawn.x, 4, Variant.PLAIN, Weights.NONE);
    assertEquals(0, Hamming.mean(full.z(), one.z()));
    for (int k = 0; k < 4; k++) {
      assertEquals(nearest(full, one, k, 3), one.w().get(k, 3), 1e-4);
    }
  }

  @Tag("whole")
  @Test
  void allTogetherWithMissingEntriesTwiceTheSame() {
    Drawn drawn = new Drawn(150, 30, 4, .4, 6);
    for (double[] row : drawn.w) {
      Arrays.setAll(row, j -> Math.abs(row[j]));
    }
    drawn.multiply().noise(.2);
    for (double[] row : drawn.x) {
      for (int j = 0; j < row.length; j++) {
        row[j] = drawn.random.nextDouble() < .1 ? Double.NaN : row[j];
      }
    }
    double[] weights = new double[150];
    Arrays.setAll(weights, i -> 1 + i % 3);
    LassoResult one = Drawn.fit(drawn.x, 4, ALL, new Weights(weights, null, true));
    assertEquals(0, drawn.upToComplement(one.z()), .005);
    LassoResult again = Drawn.fit(drawn.x, 4, ALL, new Weights(weights, null, true));
    assertEquals(one.z(), again.z());
    assertArrayEquals(one.w().values(), again.w().values());
  }

  @Test
  void aSavedModelCodesAsItsFit(@TempDir Path folder) {
    Drawn drawn = drawn();
    drawn.add(drawn.normal(1, 30, 3));
    drawn.x[5][2] = 400;
    Matrix x = Matrix.of(drawn.x);
    Variant variant = Variant.PLAIN.withIntercept(true).withRobust(true);
    LassoResult result =
        Drawn.fit(x, LassoOptions.of(4).withVariant(variant), new Weights(null, null, true));
    Path file = folder.resolve("m.lfm");
    ModelFile.save(result.toModel(), file);
    LassoModel model = ModelFile.load(file, LassoModel.KIND);
    assertArrayEquals(result.terms().intercept(), model.terms().intercept());
    assertArrayEquals(result.terms().weights(), model.terms().weights());
    assertEquals(result.terms().threshold(), model.terms().threshold());
    assertEquals("true", model.manifest().options().get("intercept"));
    try (Backend backend = Backends.open("java", 1).backend()) {
      assertEquals(result.z(), model.transform(backend, x).z());
    }
    Matrix all = model.reconstruct(model.z());
    double error = 0;
    for (int i = 0; i < 120; i++) {
      for (int j = 0; j < 30; j++) {
        double rest = all.get(i, j) - drawn.x[i][j];
        error += i == 5 && j == 2 ? 0 : rest * rest;
      }
    }
    assertTrue(Math.sqrt(error / 3600) < .32, "the offset is in the reconstruction");
    assertTrue(drawn.x[5][2] - all.get(5, 2) > 390, "but the outlier is not");
  }

  @Test
  void aTimeLimitAndAListenerLeaveAModel() {
    Drawn drawn = drawn();
    LassoOptions options = LassoOptions.of(4).withVariant(ALL);
    LassoResult hurried =
        Drawn.fit(Matrix.of(drawn.x), options.withTimeLimit(Duration.ofNanos(1)), Weights.NONE);
    assertEquals(Ending.TIME_LIMIT, hurried.ended());
    assertTrue(hurried.z().cols() <= 4);
    try (Backend backend = Backends.open("java", 1).backend();
        LoadedData data = new LoadedData(backend, Matrix.of(drawn.x))) {
      FitListener once = event -> false;
      LassoResult stopped = VariantLasso.fit(data, options, Weights.NONE, Drawn::search, once);
      assertEquals(Ending.STOPPED, stopped.ended());
    }
  }

  @Test
  void wrongUseIsNamed() {
    Drawn drawn = drawn();
    Weights few = new Weights(new double[] {1, 2}, null, false);
    DataException wrong =
        assertThrows(DataException.class, () -> Drawn.fit(drawn.x, 4, Variant.PLAIN, few));
    assertEquals(
        "there are 2 row weights, but X has 120 rows; give one for each", wrong.getMessage());
    assertThrows(IllegalArgumentException.class, () -> Variant.PLAIN.withL1(-1));
    IllegalArgumentException negative =
        assertThrows(
            IllegalArgumentException.class, () -> new Weights(null, new double[] {1, -2}, false));
    assertTrue(
        String.valueOf(negative.getMessage())
            .startsWith("the weight of column 2 (counting from 1) is -2.0"));
    assertThrows(
        IllegalArgumentException.class, () -> new Weights(new double[] {0, 0}, null, false));
    try (Backend backend = Backends.open("java", 1).backend()) {
      LassoOptions robust = LassoOptions.of(4).withVariant(Variant.PLAIN.withRobust(true));
      assertThrows(IllegalArgumentException.class, () -> new LatentFeatureLasso(backend, robust));
    }
  }

  @Test
  void rowsAreDrawnInProportionToTheirWeights() {
    double[] weights = new double[50];
    Arrays.setAll(weights, i -> 1 + Math.sin(i));
    int[] rows = RepeatedRows.of(weights).rows();
    double sum = Arrays.stream(weights).sum();
    for (int i = 0; i < 50; i++) {
      int row = i;
      double share = 100 * weights[i] / sum;
      long count = Arrays.stream(rows).filter(r -> r == row).count();
      assertTrue(Math.abs(count - share) <= 1, () -> count + " of " + share);
    }
    assertArrayEquals(
        new int[] {0, 0, 2}, RepeatedRows.of(new double[] {3, 0, 1.5}).rows(), "in units of 1.5");
  }

  @Test
  void aNegativeColumnOfNonnegativeWIsZero() {
    Drawn drawn = drawn();
    LassoResult result = Drawn.fit(drawn.x, 4, Variant.PLAIN.withNonnegative(true), Weights.NONE);
    assertTrue(Arrays.stream(result.w().values()).allMatch(v -> v >= 0));
    assertTrue(Arrays.stream(result.w().values()).anyMatch(v -> v == 0));
  }

  @Test
  void withoutNoiseRobustIsExact() {
    Drawn drawn = new Drawn(80, 20, 3, .4, 2).multiply();
    LassoResult exact = Drawn.fit(drawn.x, 3, Variant.PLAIN.withRobust(true), Weights.NONE);
    assertEquals(0, Hamming.mean(drawn.z, exact.z()));
    assertEquals(0, exact.figures().get(VariantLasso.OUTLYING_ENTRIES));
    drawn.x[3][4] = 50;
    LassoResult spoilt = Drawn.fit(drawn.x, 3, Variant.PLAIN.withRobust(true), Weights.NONE);
    assertEquals(0, Hamming.mean(drawn.z, spoilt.z()));
    assertEquals(1.0 / 1600, spoilt.figures().get(VariantLasso.OUTLYING_ENTRIES));
  }

  /** Thresholds come from medians, which one entry does not move, however large it is. */
  @Tag("whole")
  @ParameterizedTest
  @ValueSource(doubles = {1e6, 1e10, 1e14, -1e15})
  void anOutlierOfAnySizeIsOne(double value) {
    Drawn drawn = new Drawn(120, 20, 3, .4, 2).multiply().noise(.05);
    drawn.x[3][4] = value;
    LassoResult result = Drawn.fit(drawn.x, 3, Variant.PLAIN.withRobust(true), Weights.NONE);
    assertEquals(0, Hamming.mean(drawn.z, result.z()));
    double threshold = Objects.requireNonNull(result.figures().get(ColumnTerms.THRESHOLD));
    assertTrue(threshold > .05 && threshold < .08, "1.345 σ is .067, not " + threshold);
    for (int k = 0; k < 3; k++) {
      for (int j = 0; j < 20; j++) {
        int row = k;
        int col = j;
        double nearest =
            Arrays.stream(drawn.w)
                .mapToDouble(w -> Math.abs(w[col] - result.w().get(row, col)))
                .min()
                .orElseThrow();
        assertTrue(nearest < .1, "W is that without the outlier");
      }
    }
  }

  /** Of z and 1 − z only one has a W that adds, whichever more rows have. */
  @Test
  void whatAddsStandsForItsComplementWhereWMustAdd() {
    Drawn drawn = new Drawn(200, 30, 4, .7, 4);
    for (double[] row : drawn.w) {
      Arrays.setAll(row, j -> Math.abs(row[j]));
    }
    drawn.multiply().add(drawn.normal(1, 30, 2)).noise(.2);
    Variant variant = Variant.PLAIN.withIntercept(true).withNonnegative(true);
    LassoResult result = Drawn.fit(drawn.x, 4, variant, Weights.NONE);
    assertEquals(0, Hamming.mean(drawn.z, result.z()));
    assertTrue(result.rmse() < .2);
  }

  /** What is kept has the columns and rows of X, not those of the rows that were searched. */
  @Test
  void aFailedBackendLeavesAModelOfX() {
    Drawn drawn = drawn();
    LassoOptions options = LassoOptions.of(4).withVariant(Variant.PLAIN.withIntercept(true));
    double[] weights = EntryWeights.ones(120);
    weights[7] = 3;
    weights[8] = 0;
    VariantLasso.Search failing =
        (data, plain, listener) -> {
          LassoResult found = Drawn.search(data, plain, listener).orElseThrow();
          return new FitMonitor(FitListener.SILENT, null)
              .keeping(
                  () -> {
                    throw new BackendUnavailableException("the card is gone");
                  },
                  () -> found);
        };
    try (Backend backend = Backends.open("java", 1).backend();
        LoadedData data = new LoadedData(backend, Matrix.of(drawn.x))) {
      UnfinishedFitException failure =
          assertThrows(
              UnfinishedFitException.class,
              () ->
                  VariantLasso.fit(
                      data,
                      options,
                      new Weights(weights, null, false),
                      failing,
                      FitListener.SILENT));
      LassoResult kept = failure.soFar(LassoResult.class);
      assertEquals(Ending.FAILED, kept.ended());
      assertEquals(120, kept.z().rows());
      assertEquals(30, kept.w().cols());
      assertEquals(0, drawn.upToComplement(kept.z()), .01);
    }
  }
}
