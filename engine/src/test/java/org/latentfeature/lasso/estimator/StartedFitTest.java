package org.latentfeature.lasso.estimator;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.PivotedCholesky;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.MatrixBlocks;
import org.latentfeature.data.Rows;
import org.latentfeature.data.SparseRows;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.Ending;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.estimator.Fitted;
import org.latentfeature.fit.factor.FactorCoder;
import org.latentfeature.fit.factor.FactorModel;
import org.latentfeature.fit.factor.Factors;
import org.latentfeature.fit.metrics.FeatureMatching;
import org.latentfeature.fit.metrics.Hamming;
import org.latentfeature.fit.metrics.Rmse;
import org.latentfeature.lasso.LassoModel;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LassoStages;
import org.latentfeature.lasso.LatentFeatureLasso;

/** Fits that begin with the features of a model. */
final class StartedFitTest {

  private static final Backend BACKEND = new ReferenceProvider().open(Resources.DEFAULT);
  private static final SyntheticProblem PROBLEM = SyntheticProblem.dense(307, 23, 6, .5, 4);

  @AfterAll
  static void close() {
    BACKEND.close();
  }

  /** A model with the rows {@code features} of W, each entry a little off; the first is named. */
  private static LassoModel rough(Dense w, int... features) {
    LassoModel any = new LassoEstimator().fit(BACKEND, PROBLEM.x(), features.length).toModel();
    Dense some = w.selectRows(features);
    for (int i = 0; i < some.values().length; i++) {
      some.values()[i] += .3 * Math.sin(7 * i);
    }
    List<String> names = IntStream.of(features).mapToObj(f -> "name " + f).toList();
    return new LassoModel(any.manifest().withFeatureNames(names), any.z(), some);
  }

  private static LassoModel started(FactorModel start, Rows x, int k) {
    try (LoadedData data = new LoadedData(BACKEND, x)) {
      return request(start, k).fit(data).toModel();
    }
  }

  private static FitRequest<LassoOptions, LassoModel> request(FactorModel start, int k) {
    return new LassoEstimator().request(k, Map.of()).withStart(start);
  }

  /** Codes and dictionary by turns, from {@code w}, by definition. */
  private static double refined(Matrix x, Dense w) {
    Dense last = w;
    double error = Double.POSITIVE_INFINITY;
    while (true) {
      BinaryMatrix z = FactorCoder.encode(BACKEND, x, last, 0);
      Dense next = leastSquares(x, z);
      double rmse = Rmse.noisy(x, z, next);
      if (rmse >= error) {
        return error;
      }
      error = rmse;
      last = next;
    }
  }

  private static Dense leastSquares(Matrix x, BinaryMatrix z) {
    Dense codes = new Dense(z.rows(), z.cols());
    for (int i = 0; i < z.rows(); i++) {
      for (int k = 0; k < z.cols(); k++) {
        codes.set(i, k, z.get(i, k) ? 1 : 0);
      }
    }
    Dense t = codes.transpose();
    return PivotedCholesky.of(t.times(codes), 1e-9).solve(t.times(x.toDense()));
  }

  @Test
  void theErrorIsAtMostThatOfRefiningTheStart() {
    LassoModel start = rough(PROBLEM.w(), 5, 2, 0, 1, 4, 3);
    LassoModel found = started(start, PROBLEM.x(), 6);
    assertTrue(found.manifest().rmse() <= refined(PROBLEM.x(), start.w()) * (1 + 1e-6));
    assertEquals(LassoStages.START, found.manifest().method());
    assertEquals(Ending.CONVERGED, found.manifest().ended());
    assertTrue(Hamming.mean(PROBLEM.z(), found.z()) < .01);
    assertEquals(Rmse.noisy(PROBLEM.x(), found.z(), found.w()), found.manifest().rmse(), 1e-6);
    for (int k = 0; k < 6; k++) {
      int truth = List.of(5, 2, 0, 1, 4, 3).get(k);
      assertEquals("name " + truth, found.manifest().featureName(k));
      double same =
          FeatureMatching.byDictionary(
              found.w().selectRows(new int[] {k}), PROBLEM.w().selectRows(new int[] {truth}))[0];
      assertTrue(same > .9, "feature " + k + " is " + same + " the one that it was");
    }
  }

  @Tag("whole")
  @Test
  void thePathGrowsFromTheStart() {
    LassoModel start = rough(PROBLEM.w(), 3, 1, 4);
    LassoModel found = started(start, PROBLEM.x(), 6);
    assertEquals(6, found.w().rows());
    assertTrue(Hamming.mean(PROBLEM.z(), found.z()) < .01);
    assertEquals(
        List.of("name 3", "name 1", "name 4", "", "", ""),
        IntStream.range(0, 6).mapToObj(found.manifest()::featureName).toList());
    int[] order = new Factors(found.z(), found.w(), 0).order();
    assertArrayEquals(
        new int[] {3, 4, 5},
        IntStream.of(order).filter(k -> k >= 3).toArray(),
        "by what they explain");
    assertEquals(4, found.manifest().trace().size());
    double last = Double.POSITIVE_INFINITY;
    for (var step : found.manifest().trace()) {
      assertTrue(step.rmse() <= last);
      last = step.rmse();
    }
  }

  @Test
  void theWeakestFeaturesGo() {
    Dense w = PROBLEM.w().copy();
    Matrix x = PROBLEM.x().selectRows(IntStream.range(0, 307).toArray());
    for (int i = 0; i < 307; i++) {
      for (int j = 0; j < 23; j++) {
        float less = 0;
        for (int k : new int[] {1, 4}) {
          less += PROBLEM.z().get(i, k) ? (float) (.9 * w.get(k, j)) : 0;
        }
        x.set(i, j, x.get(i, j) - less);
      }
    }
    for (int k : new int[] {1, 4}) {
      for (int j = 0; j < 23; j++) {
        w.set(k, j, .1 * w.get(k, j));
      }
    }
    LassoModel found = started(rough(w, 0, 1, 2, 3, 4, 5), x, 4);
    assertEquals(
        List.of("name 0", "name 2", "name 3", "name 5"),
        IntStream.range(0, 4).mapToObj(found.manifest()::featureName).toList());
  }

  /** One that no row has gives its place to one that the path finds. */
  @Tag("whole")
  @Test
  void featuresThatNoRowHasGo() {
    Dense w = PROBLEM.w().copy();
    for (int j = 0; j < 23; j++) {
      w.set(2, j, 100);
    }
    LassoModel found = started(rough(w, 0, 1, 2, 3, 4, 5), PROBLEM.x(), 6);
    assertTrue(Hamming.mean(PROBLEM.z(), found.z()) < .01);
    assertEquals("name 3", found.manifest().featureName(2));
    assertEquals("", found.manifest().featureName(5));
    Dense far = new Dense(2, 23);
    Arrays.fill(far.values(), 1000);
    LassoModel none =
        started(new LassoModel(rough(w, 0, 1).manifest(), rough(w, 0, 1).z(), far), PROBLEM.x(), 3);
    assertEquals(3, none.w().rows());
    assertNull(none.manifest().featureNames());
  }

  @Tag("whole")
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void rowsMayBeAnywhere(int where) {
    LassoModel start = rough(PROBLEM.w(), 0, 1, 2, 3, 4);
    Matrix x = PROBLEM.x();
    Rows rows =
        switch (where) {
          case 1 -> new FileRows(new MatrixBlocks(x), 64 * 23 * 4, WorkListener.SILENT);
          case 2 -> sparse(x);
          default -> x.selectRows(IntStream.range(0, 307).toArray());
        };
    LassoModel found = started(start, rows, 6);
    assertTrue(Hamming.mean(PROBLEM.z(), found.z()) < .01);
    assertEquals(Rmse.noisy(x, found.z(), found.w()), found.manifest().rmse(), 1e-5);
  }

  private static SparseRows sparse(Matrix x) {
    int[] start = IntStream.rangeClosed(0, x.rows()).map(i -> i * x.cols()).toArray();
    int[] column = IntStream.range(0, x.rows() * x.cols()).map(i -> i % x.cols()).toArray();
    float[] value = new float[column.length];
    for (int i = 0; i < value.length; i++) {
      value[i] = x.get(i / x.cols(), column[i]);
    }
    return SparseRows.of(x.rows(), x.cols(), start, column, value);
  }

  /** Fitted in another basis, on as many columns as rows. */
  @Test
  void wideRowsAreStartedInTheirOwnColumns() {
    SyntheticProblem wide = SyntheticProblem.dense(60, 400, 4, .5, 3);
    LassoModel any = new LassoEstimator().fit(BACKEND, wide.x(), 3).toModel();
    LassoModel start =
        new LassoModel(any.manifest(), any.z(), wide.w().selectRows(new int[] {2, 0, 1}));
    LassoModel found = started(start, wide.x(), 4);
    assertEquals(0, Hamming.mean(wide.z(), found.z()));
    assertEquals(Rmse.noisy(wide.x(), found.z(), found.w()), found.manifest().rmse(), 1e-6);
  }

  @Tag("whole")
  @Test
  void entriesMayBeMissing() {
    RandomStream random = new RandomStream(5, "holes");
    Matrix holes = PROBLEM.x().selectRows(IntStream.range(0, 307).toArray());
    for (int i = 0; i < 307; i++) {
      for (int j = 0; j < 23; j++) {
        holes.set(i, j, random.nextDouble() < .2 ? Float.NaN : holes.get(i, j));
      }
    }
    LassoModel found = started(rough(PROBLEM.w(), 0, 1, 2, 3, 4), holes, 6);
    assertTrue(Hamming.mean(PROBLEM.z(), found.z()) < .03);
    assertEquals(Rmse.noisy(holes, found.z(), found.w()), found.manifest().rmse(), 1e-6);
  }

  @Test
  void aStoppedFitHasTheStart() {
    LassoModel start = rough(PROBLEM.w(), 0, 1, 2);
    try (LoadedData data = new LoadedData(BACKEND, PROBLEM.x())) {
      Fitted<LassoModel> stopped =
          request(start, 6).withListener(event -> event.features() < 4).fit(data);
      assertEquals(Ending.STOPPED, stopped.ended());
      LassoModel found = stopped.toModel();
      assertTrue(found.w().rows() >= 4);
      assertEquals("name 2", found.manifest().featureName(2));
    }
  }

  @Tag("whole")
  @Test
  void theSameStartGivesTheSameBits() {
    LassoModel start = rough(PROBLEM.w(), 0, 1, 2);
    assertArrayEquals(
        started(start, PROBLEM.x(), 5).w().values(), started(start, PROBLEM.x(), 5).w().values());
  }

  @Test
  void otherShapesAreRefused() {
    try (LoadedData data = new LoadedData(BACKEND, PROBLEM.x())) {
      LatentFeatureLasso lasso = new LatentFeatureLasso(BACKEND, LassoOptions.of(2));
      for (BinaryMatrix wrong : List.of(PROBLEM.z(), BinaryMatrix.empty(5))) {
        String message =
            String.valueOf(
                assertThrows(
                        IllegalArgumentException.class,
                        () -> lasso.fit(data, wrong, FitListener.SILENT))
                    .getMessage());
        assertTrue(message.contains("307") && message.contains("K is 2"), message);
      }
    }
  }
}
