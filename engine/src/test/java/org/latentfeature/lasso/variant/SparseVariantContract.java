package org.latentfeature.lasso.variant;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.contract.SparseSource;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.columns.difference.Overcomplete;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Rows;
import org.latentfeature.data.SparseRows;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.SearchReport;
import org.latentfeature.fit.SearchReports;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.estimator.Weights;
import org.latentfeature.fit.factor.ColumnTerms;
import org.latentfeature.fit.factor.SpectralFloor;
import org.latentfeature.fit.metrics.Hamming;
import org.latentfeature.fit.model.CodedRows;
import org.latentfeature.lasso.LassoModel;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LassoOptions.View;
import org.latentfeature.lasso.Variant;
import org.latentfeature.lasso.estimator.LassoEstimator;

/** Variants, weights and views of sparse rows are those of the same rows when they are dense. */
public abstract class SparseVariantContract {

  private static final int N = 400;

  private static final int D = 120;

  private static final int K = 4;

  private static final Variant INTERCEPT = Variant.PLAIN.withIntercept(true);

  private final Backend backend;

  /** On the backend of {@code provider}, which must be able to run here. */
  protected SparseVariantContract(BackendProvider provider) {
    backend = provider.open(Resources.ofThreads(2));
  }

  @AfterEach
  void close() {
    backend.close();
  }

  private static BinaryMatrix codes(long seed) {
    return Overcomplete.codes(N, K, .25, seed);
  }

  /** Features of ten of the columns; noise in a fiftieth of the entries, the more the later. */
  private static Matrix data(long seed) {
    BinaryMatrix z = codes(seed);
    Matrix x = Matrix.allocate(N, D);
    for (int i = 0; i < N; i++) {
      for (int c : z.columnsOf(i)) {
        for (int e = 0; e < 10; e++) {
          int j = (int) (D * CounterRandom.uniform(seed + 7, c, e));
          x.set(i, j, (float) (x.get(i, j) + 1 + CounterRandom.uniform(seed + 1, c, e)));
        }
      }
      for (int j = 0; j < D; j++) {
        if (CounterRandom.uniform(seed + 2, i, j) < .02) {
          double noise = .1 * (j < D / 2 ? 1 : 3) * CounterRandom.normal(seed + 3, i, j);
          x.set(i, j, (float) (x.get(i, j) + noise));
        }
      }
    }
    return x;
  }

  /** The same with an offset in each twentieth column. */
  private static Matrix offset(long seed) {
    Matrix x = data(seed);
    for (int i = 0; i < N; i++) {
      for (int j = 0; j < D; j += 20) {
        double noise = .1 * CounterRandom.normal(seed + 4, i, j);
        x.set(i, j, (float) (x.get(i, j) + 30 + j + noise));
      }
    }
    return x;
  }

  private static double[] weights(int count, long seed) {
    double[] weights = new double[count];
    Arrays.setAll(weights, i -> (int) (3 * CounterRandom.uniform(seed, i, 0)) / 2.0 + .5);
    return weights;
  }

  private LassoModel fit(Rows x, LassoOptions options, Weights weights) {
    return fit(x, request(options).withWeights(weights));
  }

  private LassoModel fit(Rows x, FitRequest<LassoOptions, LassoModel> request) {
    try (LoadedData data = new LoadedData(backend, x)) {
      return request.fit(data).toModel();
    }
  }

  private static FitRequest<LassoOptions, LassoModel> request(LassoOptions options) {
    return new FitRequest<>(new LassoEstimator(), options);
  }

  private static LassoOptions with(Variant variant) {
    return LassoOptions.of(K).withVariant(variant);
  }

  private static double floor(LassoModel model) {
    return Objects.requireNonNull(model.manifest().figures().get(SpectralFloor.LEAST_RMSE));
  }

  /** The same Z, W, terms, error, floor, and codes of rows that are coded anew. */
  private LassoModel assertSame(Matrix x, LassoOptions options, Weights weights) {
    LassoModel dense = fit(x, options, weights);
    SparseRows rows = SparseSource.of(x);
    LassoModel sparse = fit(rows, options, weights);
    assertEquals(dense.z(), sparse.z());
    assertEquals(dense.manifest().rmse(), sparse.manifest().rmse(), 1e-6);
    assertArrayEquals(dense.w().values(), sparse.w().values(), 1e-5);
    assertClose(dense.terms().intercept(), sparse.terms().intercept());
    assertClose(dense.terms().weights(), sparse.terms().weights());
    double least = floor(dense);
    assertEquals(least, floor(sparse), 1e-4 * least);
    CodedRows coded = sparse.coder(backend, 1).code((Rows) rows, WorkListener.SILENT);
    CodedRows expected = sparse.coder(backend, 1).code(x, WorkListener.SILENT);
    if (sparse.terms().intercept() != null) {
      expected = sparse.coder(backend, 1).code(sparse.prepared(x), WorkListener.SILENT);
    }
    assertEquals(expected.likeliest().z(), coded.likeliest().z());
    assertEquals(expected.rmse(), coded.rmse(), 1e-6);
    return sparse;
  }

  private static void assertClose(double @Nullable [] expected, double @Nullable [] found) {
    assertEquals(expected == null, found == null);
    if (expected != null && found != null) {
      assertArrayEquals(expected, found, 1e-4 * Arrays.stream(expected).max().orElseThrow());
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void anInterceptIsThatOfTheDenseFit(long seed) {
    LassoModel found = assertSame(offset(seed), with(INTERCEPT), Weights.NONE);
    assertEquals(0, Hamming.mean(codes(seed), found.z()), .002);
    double[] b = Objects.requireNonNull(found.terms().intercept());
    assertEquals(50, b[20], .2);
    assertNotNull(found.manifest().figures().get(SpectralFloor.LEAST_RMSE));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void weightsAreThoseOfTheDenseFit(long seed) {
    double[] rows = weights(N, seed);
    double[] cols = weights(D, seed + 1);
    rows[3] = 0;
    cols[5] = 0;
    LassoOptions plain = LassoOptions.of(K);
    LassoModel byRows = assertSame(data(seed), plain, new Weights(rows, null, false));
    LassoModel byColumns = assertSame(data(seed), plain, new Weights(null, cols, false));
    LassoModel none = fit(SparseSource.of(data(seed)), plain, Weights.NONE);
    assertTrue(byRows.manifest().rmse() > none.manifest().rmse(), "weights change W");
    assertNotNull(byColumns.terms().weights());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void weightsByTheNoiseAreThoseOfTheDenseFit(long seed) {
    LassoModel found = assertSame(data(seed), LassoOptions.of(K), new Weights(null, null, true));
    double[] weights = Objects.requireNonNull(found.terms().weights());
    double early = Arrays.stream(weights, 0, D / 2).average().orElseThrow();
    double late = Arrays.stream(weights, D / 2, D).average().orElseThrow();
    assertTrue(early > 3 * late, () -> early + " and " + late);
    assertTrue(found.manifest().figures().containsKey(ColumnTerms.NOISE));
  }

  @Test
  @Tag("whole")
  void allTogether() {
    Weights weights = new Weights(weights(N, 3), null, true);
    assertSame(offset(4), with(INTERCEPT), weights);
    assertSame(data(5), with(Variant.PLAIN.withNonnegative(true)), Weights.NONE);
    assertSame(data(6), with(Variant.PLAIN.withL1(2)), Weights.NONE);
  }

  @Test
  void viewsAreThoseOfTheDenseFit() {
    assertSame(offset(2), LassoOptions.of(K).withView(View.CENTRED), Weights.NONE);
    assertSame(data(2), LassoOptions.of(K).withView(View.SCALED), Weights.NONE);
  }

  /** Sparse rows that settle in another view alone are fitted in it, unless that is ruled out. */
  @Test
  void anotherViewIsTriedWherePlainRowsSettleNothing() {
    Matrix x = offset(1);
    SearchReports reports = new SearchReports();
    LassoModel found = fit(SparseSource.of(x), request(LassoOptions.of(K)).withListener(reports));
    LassoModel dense = fit(x, LassoOptions.of(K), Weights.NONE);
    assertTrue(found.terms().view().startsWith("centred"), found.terms().view());
    assertEquals(dense.z(), found.z());
    assertEquals(0, Hamming.mean(codes(1), found.z()), .002);
    assertEquals(
        SearchReport.Outcome.FINISHED, reports.of(found.terms().view() + " view").outcome());
    assertTrue(!reports.has("clipped view"), "which takes dense rows");
    LassoModel plain =
        fit(SparseSource.of(x), LassoOptions.of(K).withView(View.PLAIN), Weights.NONE);
    assertEquals("plain", plain.terms().view());
    assertTrue(plain.manifest().rmse() > found.manifest().rmse(), "the offset takes a feature");
  }

  /** Rounds from codes that are far from the best, as those of dense rows go. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void refinementIsThatOfDenseRows(long seed) {
    Matrix x = offset(seed);
    BinaryMatrix start = codes(seed + 50);
    for (boolean nonnegative : new boolean[] {false, true}) {
      EntryWeights weights = new EntryWeights(weights(N, seed), weights(D, seed + 9), null);
      WeightedRefinement dense =
          new WeightedRefinement(x, weights, nonnegative, true, 2, StopSignal.NEVER);
      WeightedRefinement sparse =
          new WeightedRefinement(
              SparseSource.of(x), weights, nonnegative, true, 2, StopSignal.NEVER);
      Solution one = dense.fit(start);
      Solution other = sparse.fit(start);
      assertEquals(one.cost(), other.cost(), 1e-9 * one.cost());
      assertArrayEquals(one.w().values(), other.w().values(), 1e-6);
      Solution expected = dense.descend(one);
      Solution found = sparse.descend(other);
      assertTrue(expected.cost() < .9 * one.cost(), "codes are improved");
      assertEquals(expected.z(), found.z());
      assertEquals(expected.cost(), found.cost(), 1e-9 * expected.cost());
    }
  }

  @Test
  void theNoiseOfColumnsIsThatOfDenseRows() {
    Matrix x = offset(1);
    assertArrayEquals(
        FactorNoise.of(backend, x, K, StopSignal.NEVER).variances(),
        FactorNoise.of(backend, SparseSource.of(x), K, StopSignal.NEVER).variances(),
        1e-4);
  }

  /** Above 20 features searches of codes give up, and start from those of the fit, too. */
  @Test
  void rowsOfManyFeaturesAreCodedBesideAnIntercept() {
    int k = 24;
    BinaryMatrix z = Overcomplete.codes(N, k, .1, 9);
    Dense w = new Dense(k, D);
    for (int c = 0; c < k; c++) {
      for (int j = c; j < D; j += k) {
        w.set(c, j, 1 + CounterRandom.uniform(5, c, j));
      }
    }
    Matrix rows = Matrix.allocate(N, D);
    for (int i = 0; i < N; i++) {
      for (int j = 0; j < D; j++) {
        rows.set(
            i, j, (j % 20 == 0 ? 30 + j : 0) + (z.get(i, j % k) ? (float) w.get(j % k, j) : 0));
      }
    }
    LassoModel model =
        fit(SparseSource.of(rows), LassoOptions.of(k).withVariant(INTERCEPT), Weights.NONE);
    CodedRows coded =
        model.coder(backend, 1).code((Rows) SparseSource.of(rows), WorkListener.SILENT);
    assertEquals(model.z(), coded.likeliest().z());
    assertEquals(0, coded.rmse(), 1e-3);
  }

  @Test
  void whatTakesDenseRowsNamesTheWayOut() {
    SparseRows x = SparseSource.of(data(1));
    for (Variant variant :
        List.of(Variant.PLAIN.withRobust(true), Variant.PLAIN.withOrder(Variant.RowOrder.ROWS))) {
      String message =
          String.valueOf(
              assertThrows(DataException.class, () -> fit(x, with(variant), Weights.NONE))
                  .getMessage());
      assertTrue(message.contains("need dense rows, but X is sparse"), message);
    }
  }

  /** Two solutions of K + 1 features and the copy of the rows that is searched. */
  @Test
  void memoryCountsTheRefinement() {
    SparseRows x = SparseSource.of(data(1));
    LassoEstimator lasso = new LassoEstimator();
    long plain = lasso.bytesNeeded(backend, x, request(LassoOptions.of(K).withView(View.PLAIN)));
    long centred = lasso.bytesNeeded(backend, x, request(with(INTERCEPT)));
    assertTrue(centred > plain + 8L * x.entries() + 8L * 4 * (K + 1) * D, centred + " bytes");
  }
}
