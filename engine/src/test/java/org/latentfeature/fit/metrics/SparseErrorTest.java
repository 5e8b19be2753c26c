package org.latentfeature.fit.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.SparseProblem;

/** Errors by terms are those by loops over all entries. */
class SparseErrorTest {

  private static final SparseProblem.Drawn PROBLEM =
      new SparseProblem(211, 503, 5, 4000, .3, 1).draw();

  private static Dense changed(double by) {
    Dense w = PROBLEM.w().copy();
    for (int i = 0; i < w.values().length; i += 7) {
      w.values()[i] += by;
    }
    return w;
  }

  @Test
  void noisyErrorsAreThoseOfTheDenseMatrix() {
    for (double by : new double[] {0, .01, 1e6}) {
      double expected = Rmse.noisy(PROBLEM.x().toDense(), PROBLEM.z(), changed(by));
      assertEquals(expected, Rmse.noisy(PROBLEM.x(), PROBLEM.z(), changed(by)), 1e-9 * expected);
    }
  }

  @Test
  void aPerfectFitHasNone() {
    SparseProblem.Drawn exact = new SparseProblem(211, 503, 5, 4000, 0, 2).draw();
    double dense = Rmse.noisy(exact.x().toDense(), exact.z(), exact.w());
    assertEquals(dense, Rmse.noisy(exact.x(), exact.z(), exact.w()), 1e-12);
    assertTrue(dense < 1e-7, "rounding to single precision");
  }

  @Test
  void errorsBetweenModelsAreThoseOfLoops() {
    BinaryMatrix fewer = PROBLEM.z().without(2);
    Dense w = changed(.1).selectRows(new int[] {0, 1, 3, 4});
    double size = 211.0 * 503;
    assertEquals(
        Rmse.between(PROBLEM.z(), PROBLEM.w(), fewer, w),
        Math.sqrt(GramError.between(PROBLEM.z(), PROBLEM.w(), fewer, w) / size),
        1e-12);
    double same = GramError.between(PROBLEM.z(), PROBLEM.w(), PROBLEM.z(), PROBLEM.w());
    assertTrue(Double.isNaN(same), "the terms cancel");
  }
}
