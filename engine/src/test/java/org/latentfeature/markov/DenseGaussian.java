package org.latentfeature.markov;

import java.util.stream.IntStream;
import org.latentfeature.base.linalg.Dense;

/**
 * One row under x | A ~ N(0, s² I + W_AᵀW_A / λ) by its definition, with the covariance of the
 * known entries written out and inverted by elimination. Knows nothing of Cholesky factors, Gram
 * matrices or order.
 */
public final class DenseGaussian {

  /** ln p(x | A). */
  public final double logLikelihood;

  /** E[c_A | x]. */
  public final double[] mean;

  /** Cov[c_A | x]. */
  public final Dense covariance;

  /** E‖x − W_Aᵀc‖² over c | x. */
  public final double expectedSquaredError;

  /** ‖x − W_Aᵀ E[c | x]‖². */
  public final double squaredError;

  /** {@code set}: features, in the order in which means and covariances are given. */
  public DenseGaussian(float[] row, int[] set, MarkovParameters model) {
    int[] known = known(row);
    int d = known.length;
    int n = set.length;
    Dense features = new Dense(n, d);
    for (int a = 0; a < n; a++) {
      for (int p = 0; p < d; p++) {
        features.set(a, p, model.w().get(set[a], known[p]));
      }
    }
    Dense c = new Dense(d, d + 1);
    for (int p = 0; p < d; p++) {
      for (int q = 0; q < d; q++) {
        double sum = p == q ? model.variance() : 0;
        for (int a = 0; a < n; a++) {
          sum += features.get(a, p) * features.get(a, q) / model.precision();
        }
        c.set(p, q, sum);
      }
      c.set(p, d, row[known[p]]);
    }
    // [C x] becomes [I C⁻¹x]; the pivots' product is |C|.
    double logDeterminant = eliminate(c);
    double quadratic = 0;
    for (int p = 0; p < d; p++) {
      quadratic += row[known[p]] * c.get(p, d);
    }
    logLikelihood = -.5 * (d * Math.log(2 * Math.PI) + logDeterminant + quadratic);

    // c | x: precision λ I + W W'/s², and that times the mean = W x / s².
    Dense system = new Dense(n, 2 * n + 1);
    for (int a = 0; a < n; a++) {
      for (int b = 0; b < n; b++) {
        double dot = features.rowDot(a, features, b) / model.variance();
        system.set(a, b, dot + (a == b ? model.precision() : 0));
        system.set(a, n + b, a == b ? 1 : 0);
      }
      double sum = 0;
      for (int p = 0; p < d; p++) {
        sum += features.get(a, p) * row[known[p]];
      }
      system.set(a, 2 * n, sum / model.variance());
    }
    eliminate(system);
    mean = new double[n];
    covariance = new Dense(n, n);
    for (int a = 0; a < n; a++) {
      mean[a] = system.get(a, 2 * n);
      for (int b = 0; b < n; b++) {
        covariance.set(a, b, system.get(a, n + b));
      }
    }
    double error = 0;
    double spread = 0;
    for (int p = 0; p < d; p++) {
      double rest = row[known[p]];
      for (int a = 0; a < n; a++) {
        rest -= mean[a] * features.get(a, p);
        for (int b = 0; b < n; b++) {
          spread += features.get(a, p) * covariance.get(a, b) * features.get(b, p);
        }
      }
      error += rest * rest;
    }
    squaredError = error;
    expectedSquaredError = error + spread;
  }

  private static int[] known(float[] row) {
    return IntStream.range(0, row.length).filter(p -> !Float.isNaN(row[p])).toArray();
  }

  /** Gauss and Jordan's elimination of the leading square block; the log of its determinant. */
  private static double eliminate(Dense m) {
    double log = 0;
    for (int p = 0; p < m.rows(); p++) {
      double pivot = m.get(p, p);
      log += Math.log(pivot);
      for (int q = 0; q < m.cols(); q++) {
        m.set(p, q, m.get(p, q) / pivot);
      }
      for (int r = 0; r < m.rows(); r++) {
        double factor = m.get(r, p);
        for (int q = 0; r != p && q < m.cols(); q++) {
          m.set(r, q, m.get(r, q) - factor * m.get(p, q));
        }
      }
    }
    return log;
  }
}
