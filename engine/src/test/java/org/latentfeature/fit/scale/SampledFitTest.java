package org.latentfeature.fit.scale;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.columns.vertex.VertexEstimator;
import org.latentfeature.columns.vertex.VertexOptions;
import org.latentfeature.data.DataException;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.MatrixBlocks;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.Ending;
import org.latentfeature.fit.FitEvent;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.estimator.Fitted;
import org.latentfeature.fit.estimator.SampleSize;
import org.latentfeature.fit.factor.Factors;
import org.latentfeature.fit.metrics.Hamming;
import org.latentfeature.fit.metrics.Rmse;
import org.latentfeature.lasso.LassoModel;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.estimator.LassoEstimator;

/** Fits of a sample, extended to all rows. */
final class SampledFitTest {

  private static final Backend BACKEND = new ReferenceProvider().open(Resources.DEFAULT);
  private static final SyntheticProblem EXACT = SyntheticProblem.dense(6000, 20, 5, .3, 2);

  @AfterAll
  static void close() {
    BACKEND.close();
  }

  private static FitRequest<LassoOptions, LassoModel> of(SampleSize size, LassoOptions options) {
    return new FitRequest<>(new LassoEstimator(), options).withSample(size);
  }

  private static Fitted<LassoModel> fit(SampleSize size, Matrix x, int k) {
    try (LoadedData data = new LoadedData(BACKEND, x)) {
      return of(size, LassoOptions.of(k)).fit(data);
    }
  }

  @Test
  void aSampleFindsTheTruthOfAllRows() {
    Fitted<LassoModel> fitted = fit(SampleSize.AUTO, EXACT.x(), 5);
    LassoModel model = fitted.toModel();
    assertTrue(Hamming.mean(EXACT.z(), model.z()) < 1e-3);
    assertArrayEquals(new int[] {0, 1, 2, 3, 4}, new Factors(model.z(), model.w(), 0).order());
    assertEquals(Rmse.noisy(EXACT.x(), model.z(), model.w()), fitted.rmse(), 1e-6);
    assertEquals(2000L, fitted.findings().get("sample_rows"));
    assertEquals(5L, fitted.findings().get("features_in_second_sample"));
    assertEquals(0L, fitted.findings().get("badly_explained_rows"));
    assertNull(SampledFit.doubt(model.manifest()));
    assertEquals("auto", model.manifest().option("sample"));
    assertEquals(6000, model.manifest().rows());
    assertTrue(model.manifest().trace().stream().anyMatch(p -> p.stage().equals("extend")));
  }

  /** Single flips go from no row's code to another's if all features have about the same sum. */
  @Test
  void featuresThatAreAlikeAreToldApartInAllRows() {
    for (int k : new int[] {10, 16}) {
      RareProblem p = RareProblem.positive(3000, 40, k, .2, 7);
      Fitted<LassoModel> fitted = fit(SampleSize.of(2000), p.x(), k);
      assertTrue(fitted.rmse() <= 1.02 * p.rmse(), fitted.rmse() + " with a truth of " + p.rmse());
    }
  }

  @Test
  void rowsOfAFileAreFittedLikeRowsInMemory() {
    FileRows file = new FileRows(new MatrixBlocks(EXACT.x()), 1 << 16, WorkListener.SILENT);
    VertexEstimator vertices = new VertexEstimator();
    FitRequest<VertexOptions, ?> all = vertices.request(5, Map.of());
    DataException needed =
        assertThrows(DataException.class, () -> all.requireMemory(BACKEND, file));
    assertTrue(String.valueOf(needed.getMessage()).contains("in memory"), needed.toString());
    Matrix spoilt = Matrix.allocate(5000, 3);
    spoilt.set(4321, 1, Float.NaN);
    DataException missing =
        assertThrows(DataException.class, () -> fit(SampleSize.of(100), spoilt, 2));
    assertTrue(String.valueOf(missing.getMessage()).contains("not a sample"), missing.toString());
    Matrix zeros = Matrix.allocate(5000, 3);
    assertThrowsWith("all entries of X are zero", () -> fit(SampleSize.AUTO, zeros, 2));
    zeros.set(4999, 2, 1);
    assertThrowsWith("equal rows only", () -> fit(SampleSize.of(10), zeros, 2));
  }

  private static void assertThrowsWith(String words, Runnable fit) {
    String message =
        String.valueOf(assertThrows(IllegalArgumentException.class, fit::run).getMessage());
    assertTrue(message.contains(words), message);
  }

  /** Whenever it is stopped, every row has a code, and the error is that of the codes. */
  @Test
  void aStoppedFitHasCodesOfAllRows() {
    for (int steps = 1; steps < 6; steps++) {
      int most = steps;
      int[] seen = new int[1];
      FitListener impatient =
          new FitListener() {
            @Override
            public boolean onStep(FitEvent event) {
              return ++seen[0] < most;
            }
          };
      try (LoadedData data = new LoadedData(BACKEND, EXACT.x())) {
        Fitted<LassoModel> fitted =
            of(SampleSize.of(200), LassoOptions.of(5)).withListener(impatient).fit(data);
        LassoModel model = fitted.toModel();
        assertEquals(6000, model.z().rows());
        assertEquals(
            Rmse.noisy(EXACT.x(), model.z(), model.w()), fitted.rmse(), 1e-5 * fitted.rmse());
        if (seen[0] == most) {
          assertEquals(Ending.STOPPED, fitted.ended());
        }
      }
    }
  }

  @Test
  void theTimeLimitIsThatOfTheWholeFit() {
    try (LoadedData data = new LoadedData(BACKEND, EXACT.x())) {
      LassoOptions hurried = LassoOptions.of(5).withTimeLimit(Duration.ofNanos(1));
      Fitted<LassoModel> fitted = of(SampleSize.AUTO, hurried).fit(data);
      assertEquals(Ending.TIME_LIMIT, fitted.ended());
      assertEquals(6000, fitted.toModel().z().rows());
    }
  }
}
