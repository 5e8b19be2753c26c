package org.latentfeature.lasso;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.estimator.Weights;
import org.latentfeature.fit.factor.SpectralFloor;
import org.latentfeature.lasso.variant.VariantLasso;

/** The figure {@code least_rmse}: no K features leave less. */
class LeastErrorTest {

  private static Matrix normal(int n, int d, long seed) {
    Matrix x = Matrix.allocate(n, d);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < d; j++) {
        x.set(i, j, (float) (3 + CounterRandom.normal(seed, i, j)));
      }
    }
    return x;
  }

  private static LassoResult fit(Matrix x, LassoOptions options) {
    try (Backend backend = Backends.open("java", 2).backend();
        LoadedData loaded = new LoadedData(backend, x)) {
      return options.variant().isPlain()
          ? new LatentFeatureLasso(backend, options).fit(loaded, FitListener.SILENT)
          : VariantLasso.fit(loaded, options, Weights.NONE, FitListener.SILENT);
    }
  }

  private static double least(LassoResult result) {
    return Objects.requireNonNull(result.figures().get(SpectralFloor.LEAST_RMSE), result::toString);
  }

  /**
   * Returns the rmse of the nearest matrix of rank K to X less {@code mean}, by power iteration and
   * deflation.
   */
  private static double nearest(Matrix x, int k, double[] mean) {
    int n = x.rows();
    int d = x.cols();
    double[][] rest = new double[n][d];
    double total = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < d; j++) {
        rest[i][j] = x.get(i, j) - mean[j];
      }
    }
    for (int c = 0; c < k; c++) {
      double[] v = new double[d];
      for (int j = 0; j < d; j++) {
        v[j] = CounterRandom.normal(99, c, j);
      }
      double[] u = new double[n];
      for (int step = 0; step < 5000; step++) {
        double norm = 0;
        for (double entry : v) {
          norm += entry * entry;
        }
        for (int j = 0; j < d; j++) {
          v[j] /= Math.sqrt(norm);
        }
        double[] image = new double[d];
        for (int i = 0; i < n; i++) {
          u[i] = 0;
          for (int j = 0; j < d; j++) {
            u[i] += rest[i][j] * v[j];
          }
          for (int j = 0; j < d; j++) {
            image[j] += u[i] * rest[i][j];
          }
        }
        if (step < 4999) {
          v = image;
        }
      }
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < d; j++) {
          rest[i][j] -= u[i] * v[j];
        }
      }
    }
    for (double[] row : rest) {
      for (double entry : row) {
        total += entry * entry;
      }
    }
    return Math.sqrt(total / n / d);
  }

  private static double[] means(Matrix x) {
    double[] means = new double[x.cols()];
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < x.cols(); j++) {
        means[j] += x.get(i, j) / x.rows();
      }
    }
    return means;
  }

  private static void assertNearest(double nearest, LassoResult result) {
    assertEquals(nearest, least(result), 1e-6 * nearest);
    assertTrue(result.rmse() >= least(result), result::toString);
  }

  /** Every method, rows that are wide and reduced, and a warm start. */
  @Test
  void isTheErrorOfTheNearestMatrixOfItsRank() {
    Matrix x = normal(30, 9, 1);
    double nearest = nearest(x, 3, new double[9]);
    for (Method method : new Method[] {Method.BEST, Method.PATH, Method.LASSO}) {
      assertNearest(nearest, fit(x, LassoOptions.of(3).withMethod(method)));
    }
    Matrix wide = normal(12, 300, 2);
    assertNearest(nearest(wide, 2, new double[300]), fit(wide, LassoOptions.of(2)));
    try (Backend backend = Backends.open("java", 2).backend();
        LoadedData loaded = new LoadedData(backend, x)) {
      LatentFeatureLasso lasso = new LatentFeatureLasso(backend, 3);
      LassoResult first = lasso.fit(loaded, FitListener.SILENT);
      assertNearest(nearest, lasso.fit(loaded, first.z(), FitListener.SILENT));
    }
  }

  /** Verified columns end the fit before the whole spectrum is computed. */
  @Test
  void isKnownOfVerifiedColumns() {
    Matrix x = Matrix.allocate(400, 20);
    for (int i = 0; i < 400; i++) {
      for (int j = 0; j < 20; j++) {
        double entry = .1 * CounterRandom.normal(7, i, j);
        for (int k = 0; k < 4; k++) {
          entry += CounterRandom.uniform(8, i, k) < .4 ? CounterRandom.normal(9, k, j) : 0;
        }
        x.set(i, j, (float) entry);
      }
    }
    LassoResult result = fit(x, LassoOptions.of(4));
    assertEquals("columns", result.method());
    assertNearest(nearest(x, 4, new double[20]), result);
  }

  /** An intercept is one more free row, so that the nearest matrix is that of the centred rows. */
  @Test
  void allowsForAnIntercept() {
    Matrix x = normal(40, 7, 3);
    Variant intercept = Variant.PLAIN.withIntercept(true);
    assertNearest(nearest(x, 2, means(x)), fit(x, LassoOptions.of(2).withVariant(intercept)));
    Variant nonnegative = Variant.PLAIN.withNonnegative(true);
    assertNearest(
        nearest(x, 2, new double[7]), fit(x, LassoOptions.of(2).withVariant(nonnegative)));
  }

  /** Missing entries leave no spectrum, and then there is no figure rather than a guess. */
  @Test
  void isUnknownWhereEntriesAreMissing() {
    Matrix x = normal(30, 9, 4);
    x.set(3, 3, Float.NaN);
    assertFalse(fit(x, LassoOptions.of(3)).figures().containsKey(SpectralFloor.LEAST_RMSE));
  }
}
