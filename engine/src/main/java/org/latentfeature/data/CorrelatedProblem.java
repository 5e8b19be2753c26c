package org.latentfeature.data;

import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.Orthonormal;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.base.random.RandomStream;

/**
 * A synthetic problem with correlated features (Jaffe et al. 2018, section 5): a row's z is g
 * rounded to 0 or 1, g ~ N(m, R) with m_k uniform in [.2, .4] and R = V diag(u) Vᵀ, V a random
 * orthogonal matrix, u_k uniform in [0, 1]; the rows of W are normal, of one norm. Equal parameters
 * give equal data. Error messages begin with the name of the component.
 *
 * @param rows N, at least K
 * @param columns D, at least 1
 * @param features K, at least 1
 * @param sigma standard deviation of the noise, 0 or more
 * @param norm of the rows of W, above 0
 * @param seed of every random number
 */
public record CorrelatedProblem(
    int rows, int columns, int features, double sigma, double norm, long seed) {

  private static final double LEAST_MEAN = .2;
  private static final double MOST_MEAN = .4;

  /** Normal numbers of at least this are rounded up. */
  private static final double HALF = .5;

  /** Checks the ranges, as in {@link DenseProblem}. */
  public CorrelatedProblem {
    DenseProblem.requireRanges(rows, columns, features, sigma);
    if (!(norm > 0 && norm < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("norm is " + norm + "; it must be above 0");
    }
  }

  /** Draws the problem, one row at a time. */
  public SyntheticRows draw() {
    return new SyntheticRows(
        rows, dictionary(), bits(), new RowNoise(NoiseShape.EQUAL, sigma, columns, seed));
  }

  /** All of it in memory. */
  public SyntheticProblem inMemory() {
    return draw().inMemory();
  }

  private Dense dictionary() {
    Dense w = normal(columns, "dictionary");
    for (int k = 0; k < features; k++) {
      double scale = norm / w.rowNorm(k);
      for (int j = 0; j < columns; j++) {
        w.set(k, j, w.get(k, j) * scale);
      }
    }
    return w;
  }

  private FeatureBits bits() {
    RandomStream parameters = new RandomStream(seed, "correlated features");
    double[] mean = new double[features];
    Dense root = Orthonormal.rows(normal(features, "correlations"), 0);
    for (int k = 0; k < features; k++) {
      mean[k] = LEAST_MEAN + (MOST_MEAN - LEAST_MEAN) * parameters.nextDouble();
      double deviation = Math.sqrt(parameters.nextDouble());
      for (int j = 0; j < features; j++) {
        root.set(k, j, root.get(k, j) * deviation);
      }
    }
    long stream = parameters.nextLong();
    double[] normals = new double[features];
    return (i, z) -> {
      for (int k = 0; k < features; k++) {
        normals[k] = CounterRandom.normal(stream, i, k);
      }
      for (int k = 0; k < features; k++) {
        double g = mean[k];
        for (int j = 0; j < features; j++) {
          g += root.get(j, k) * normals[j];
        }
        z[k] = g >= HALF;
      }
    };
  }

  /** K rows of normal numbers. */
  private Dense normal(int cols, String purpose) {
    RandomStream values = new RandomStream(seed, purpose);
    Dense a = new Dense(features, cols);
    for (int p = 0; p < a.values().length; p++) {
      a.values()[p] = values.nextGaussian();
    }
    return a;
  }
}
