package org.latentfeature.lasso;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.Ending;
import org.latentfeature.fit.FitEvent;
import org.latentfeature.fit.FitListener;

/** The lasso with verified columns: what they save, and what they leave as it was. */
final class ColumnAtomsTest {

  private static final SyntheticProblem PROBLEM = SyntheticProblem.dense(200, 40, 8, .01, 3);

  private interface Use<T> {
    T of(Backend backend);
  }

  private static <T> T with(Use<T> use) {
    try (Backend backend = Backends.open("java", 1).backend()) {
      return use.of(backend);
    }
  }

  private static LassoResult fit(Matrix x, LassoOptions options, FitListener listener) {
    return with(backend -> new LatentFeatureLasso(backend, options).fit(x, listener));
  }

  private static List<String> stages(LassoResult fit) {
    return fit.trace().stream().map(FitEvent::stage).distinct().toList();
  }

  /** Scaled, so that the extreme values are prepared too; W comes back in the units of X. */
  @Test
  void columnsThatAreTheTruthEndTheFit() {
    for (float scale : new float[] {1, 1e-12f}) {
      Matrix x = Matrix.allocate(200, 40);
      for (int i = 0; i < 200; i++) {
        for (int j = 0; j < 40; j++) {
          x.set(i, j, scale * PROBLEM.x().get(i, j));
        }
      }
      LassoResult fit = fit(x, LassoOptions.of(8), FitListener.SILENT);
      assertEquals(LassoStages.COLUMNS, fit.method());
      assertEquals(List.of(LassoStages.COLUMNS), stages(fit), "no greedy step was made");
      assertEquals(8, fit.verified().columns());
      assertTrue(fit.verified().residual() < 1.6);
      for (BitVector z : PROBLEM.z().columns()) {
        assertTrue(fit.z().columns().contains(z));
      }
      assertEquals(.01 * scale, fit.rmse(), .001 * scale);
    }
  }

  /** More columns than rows, some of them zero: the fit sees an exact reduction. */
  @Test
  void reducedDataGiveTheirColumnsToo() {
    SyntheticProblem wide = SyntheticProblem.dense(120, 300, 5, .01, 4);
    LassoResult fit = fit(wide.x(), LassoOptions.of(5), FitListener.SILENT);
    assertEquals(LassoStages.COLUMNS, fit.method());
    assertEquals(300, fit.w().cols());
    assertEquals(.01, fit.rmse(), .001);
  }

  /** Columns that are all zero, as at the edges of pictures, have no noise. */
  @Test
  void columnsThatAreZeroDoNotHideTheTruth() {
    Matrix x = Matrix.allocate(200, 70);
    for (int i = 0; i < 200; i++) {
      for (int j = 0; j < 40; j++) {
        x.set(i, j, PROBLEM.x().get(i, j));
      }
    }
    LassoResult fit = fit(x, LassoOptions.of(8), FitListener.SILENT);
    assertEquals(LassoStages.COLUMNS, fit.method());
    assertEquals(70, fit.w().cols());
    assertEquals(8, fit.verified().columns());
    assertTrue(fit.verified().residual() < 1.6);
  }

  /** Its span has fewer dimensions than features are asked for. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void aConstantMatrixIsFitted(int k) {
    Matrix x = Matrix.allocate(50, 20);
    for (int i = 0; i < 50; i++) {
      for (int j = 0; j < 20; j++) {
        x.set(i, j, 3);
      }
    }
    LassoResult fit = fit(x, LassoOptions.of(k), FitListener.SILENT);
    assertEquals(0, fit.rmse(), 1e-6);
    assertEquals(k == 1 ? 1 : 0, fit.verified().columns());
  }

  /** Few distinct rows, as many as columns: vectors of as few distinct values span them. */
  @Test
  void rowsThatRepeatGiveTheirColumnsToo() {
    SyntheticProblem exact = SyntheticProblem.dense(30, 30, 3, 0, 8);
    LassoResult fit = fit(exact.x(), LassoOptions.of(3), FitListener.SILENT);
    assertEquals(LassoStages.COLUMNS, fit.method());
    for (BitVector z : exact.z().columns()) {
      assertTrue(fit.z().columns().contains(z));
    }
  }

  /** Without noise what is after the last true value is rounding, whose gaps mean nothing. */
  @Tag("whole")
  @Test
  void moreFeaturesThanTheRankAreNotLookedForInRoundingErrors() {
    SyntheticProblem exact = SyntheticProblem.dense(100, 30, 4, 0, 7);
    for (int k = 5; k <= 7; k++) {
      LassoResult fit = fit(exact.x(), LassoOptions.of(k), FitListener.SILENT);
      assertEquals("the singular values of X have no gap after K = " + k, fit.verified().untried());
      assertEquals(0, fit.rmse(), 1e-5);
    }
  }

  /** Without noise single precision's errors are what residuals are measured by. */
  @Test
  void aResidualWithoutNoiseIsFinite() {
    SyntheticProblem exact = SyntheticProblem.dense(100, 30, 4, 0, 7);
    LassoResult fit = fit(exact.x(), LassoOptions.of(4), FitListener.SILENT);
    assertEquals(4, fit.verified().columns());
    assertTrue(fit.verified().residual() >= 0 && fit.verified().residual() <= 1.6);
  }

  @Test
  void withoutAGapNothingIsSearched() {
    LassoResult fit = fit(PROBLEM.x(), LassoOptions.of(5), FitListener.SILENT);
    assertEquals(0, fit.verified().columns());
    assertTrue(!stages(fit).contains(LassoStages.COLUMNS));
  }

  /** In so few rows binary columns lie in the span of anything. */
  @Test
  void tooFewRowsProveNothing() {
    LassoResult fit =
        fit(SyntheticProblem.dense(11, 30, 4, .01, 7).x(), LassoOptions.of(4), FitListener.SILENT);
    assertEquals(0, fit.verified().columns());
    assertEquals(
        "X has 11 rows; to verify a column at K = 4, at least 12 are needed",
        fit.verified().untried());
  }

  @Test
  void otherMethodsAndGivenPenaltiesAreAsTheyWere() {
    for (LassoOptions options :
        List.of(
            LassoOptions.of(3, Method.LASSO),
            LassoOptions.of(3, Method.PATH),
            LassoOptions.of(3).withPenalty(new Penalty.Relative(.05)))) {
      SyntheticProblem small = SyntheticProblem.dense(60, 20, 3, .01, 5);
      LassoResult with = fit(small.x(), options, FitListener.SILENT);
      LassoResult without =
          with(
              backend ->
                  new LatentFeatureLasso(backend, options).fit(small.x(), FitListener.SILENT));
      assertEquals(without.z(), with.z());
      assertEquals(without.mu(), with.mu());
    }
  }

  /**
   * Some weights are no bits, so that some columns are found, and no factorisation is the truth.
   */
  private static Matrix partlyBinary(int n, int d, int k) {
    Matrix x = Matrix.allocate(n, d);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < d; j++) {
        double sum = .01 * CounterRandom.normal(6, i, j);
        for (int c = 0; c < k; c++) {
          double weight =
              c < k / 2
                  ? CounterRandom.normal(7, i, c)
                  : CounterRandom.uniform(8, i, c) < .4 ? 1 : 0;
          sum += weight * CounterRandom.normal(9, c, j);
        }
        x.set(i, j, (float) sum);
      }
    }
    return x;
  }

  @Tag("whole")
  @Test
  void someColumnsEnterTheConvexFit() {
    Matrix x = partlyBinary(300, 40, 6);
    LassoOptions options = LassoOptions.of(6);
    LassoResult fit = fit(x, options, FitListener.SILENT);
    List<String> stages = stages(fit);
    assertEquals(LassoStages.COLUMNS, stages.get(0));
    assertTrue(stages.contains(LassoStages.CONVEX_FIT));
    FitEvent first =
        fit.trace().stream()
            .filter(event -> event.stage().equals(LassoStages.CONVEX_FIT))
            .findFirst()
            .orElseThrow();
    assertEquals(3, first.features(), "the columns are its atoms before it looks for any");
  }

  /** The certificate is of the convex problem, which does not know where columns come from. */
  @Test
  void theBoundIsTheSame() {
    Matrix x = partlyBinary(60, 12, 2);
    LassoOptions options = LassoOptions.of(2).withPenalty(new Penalty.Relative(.1));
    double with =
        with(
            backend -> {
              LassoResult fit =
                  new LatentFeatureLasso(backend, LassoOptions.of(2)).fit(x, FitListener.SILENT);
              return bound(backend, x, fit, options);
            });
    double without =
        with(
            backend -> {
              LassoResult fit =
                  new LatentFeatureLasso(backend, LassoOptions.of(2)).fit(x, FitListener.SILENT);
              return bound(backend, x, fit, options);
            });
    assertEquals(without, with, .02 * without);
  }

  private static double bound(Backend backend, Matrix x, LassoResult fit, LassoOptions options) {
    Certificate certificate =
        new Certifier(backend, options).certify(x, fit.z(), Double.NaN, FitListener.SILENT);
    return certificate.lowerBound();
  }

  /** What was verified before the end is the answer. */
  @Test
  void stoppedInTheSearchItKeepsWhatItHas() {
    List<FitEvent> heard = new ArrayList<>();
    LassoResult fit =
        fit(
            PROBLEM.x(),
            LassoOptions.of(8),
            event -> {
              heard.add(event);
              return false;
            });
    assertEquals(Ending.STOPPED, fit.ended());
    assertEquals(heard.get(0).features(), fit.z().cols());
    assertEquals(LassoStages.COLUMNS, fit.method());
  }

  @Test
  void aTimeLimitIsKept() {
    LassoResult fit =
        fit(
            SyntheticProblem.dense(900, 60, 30, .01, 6).x(),
            LassoOptions.of(30).withTimeLimit(Duration.ofMillis(30)),
            FitListener.SILENT);
    assertEquals(Ending.TIME_LIMIT, fit.ended());
    assertTrue(fit.z().cols() >= 1);
  }

  @Test
  void chainsRunWhereNothingReachesTheGroundTruth() {
    LassoOptions options = LassoOptions.of(6);
    assertTrue(stages(fit(noise(90, 12), options, FitListener.SILENT)).contains("anneal"));
    assertTrue(stages(fit(noise(40, 60), options, FitListener.SILENT)).contains("anneal"));
    assertFalse(
        stages(fit(PROBLEM.x(), LassoOptions.of(8), FitListener.SILENT)).contains("anneal"));
  }

  private static Matrix noise(int rows, int cols) {
    Matrix x = Matrix.allocate(rows, cols);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        x.set(i, j, (float) CounterRandom.normal(8, i, j));
      }
    }
    return x;
  }
}
