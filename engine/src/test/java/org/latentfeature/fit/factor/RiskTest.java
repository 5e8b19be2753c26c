package org.latentfeature.fit.factor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LassoResult;
import org.latentfeature.lasso.LatentFeatureLasso;
import org.latentfeature.lasso.Method;
import org.latentfeature.lasso.Penalty;

/** The risk of a dictionary is the mean over rows of half the least error of all 2^K codes. */
class RiskTest {

  private static double byAllCodes(Matrix x, Dense w) {
    double sum = 0;
    for (int i = 0; i < x.rows(); i++) {
      double least = Double.POSITIVE_INFINITY;
      for (long code = 0; code < 1L << w.rows(); code++) {
        double error = 0;
        for (int j = 0; j < x.cols(); j++) {
          double rest = x.get(i, j);
          for (int k = 0; k < w.rows(); k++) {
            rest -= (code >> k & 1) * w.get(k, j);
          }
          error += Double.isNaN(rest) ? 0 : rest * rest;
        }
        least = Math.min(least, error);
      }
      sum += least / 2;
    }
    return sum / x.rows();
  }

  private static Backend java() {
    return new ReferenceProvider().open(Resources.DEFAULT);
  }

  @ParameterizedTest
  @CsvSource({"3, 1, 0", "9, 1, 0", "9, 1e-12, 0", "5, 1, 3"})
  void allCodesAreCompared(int k, double scale, int missing) {
    SyntheticProblem problem = SyntheticProblem.dense(40, 6, k, 1, 7);
    Matrix x = problem.x();
    Dense w = problem.w().copy();
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < x.cols(); j++) {
        x.set(i, j, j < missing && i % 2 == 0 ? Float.NaN : (float) (x.get(i, j) * scale));
      }
    }
    for (int i = 0; i < w.values().length; i++) {
      w.values()[i] *= scale;
    }
    try (Backend backend = java()) {
      Risk risk = Risk.of(backend, x, w, 0);
      double expected = byAllCodes(x, w);
      assertEquals(expected, risk.value(), 1e-5 * expected);
      assertEquals(40, risk.proven());
    }
  }

  /** Above 20 features a search may give up, and what it has then is no less than the best. */
  @Test
  void theRiskOfManyFeaturesIsTheLeastOrAbove() {
    SyntheticProblem problem = SyntheticProblem.dense(21, 4, 21, 1, 7);
    Matrix x = problem.x().selectRows(new int[] {3, 8}).matrix();
    try (Backend backend = java()) {
      Risk risk = Risk.of(backend, x, problem.w(), 0);
      double least = byAllCodes(x, problem.w());
      assertTrue(risk.value() >= least * (1 - 1e-6), risk + " is below " + least);
      assertTrue(risk.proven() < 2 || risk.value() <= least * (1 + 1e-4) + 1e-9, risk::toString);
    }
  }

  /** A solution of the convex fit is scored on rows that it has not seen, as any model is. */
  @Test
  void theRelaxedSolutionHasARiskOnOtherRows() {
    SyntheticProblem problem = SyntheticProblem.dense(90, 6, 3, .3, 7);
    int[] first = IntStream.range(0, 60).toArray();
    int[] rest = IntStream.range(60, 90).toArray();
    LassoOptions options =
        LassoOptions.of(3).withMethod(Method.LASSO).withPenalty(new Penalty.Relative(.6));
    try (Backend backend = java()) {
      LassoResult relaxed =
          new LatentFeatureLasso(backend, options)
              .fit(problem.x().selectRows(first))
              .relaxed()
              .orElseThrow();
      Matrix other = problem.x().selectRows(rest).matrix();
      int atoms = relaxed.w().rows();
      assertTrue(atoms > 1 && atoms < 16, () -> atoms + " atoms");
      double expected = byAllCodes(other, relaxed.w());
      Risk risk = Risk.of(backend, other, relaxed.toModel(), 0);
      assertEquals(expected, risk.value(), 1e-5 * expected);
    }
  }
}
