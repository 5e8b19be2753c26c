package org.latentfeature.data;

import java.util.Arrays;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.Orthonormal;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.base.random.RandomStream;

/**
 * A synthetic problem with correlated features (Jaffe et al. 2018, section 5). The rows of W are
 * normal, of one norm; {@link Codes} is the law of z. Equal parameters give equal data. Error
 * messages begin with the name of the component.
 *
 * @param rows N, at least K
 * @param columns D, at least 1
 * @param features K, at least 1
 * @param sigma standard deviation of the noise, 0 or more
 * @param norm of the rows of W, above 0
 * @param codes the law of the rows of Z
 * @param seed of every random number
 */
public record CorrelatedProblem(
    int rows, int columns, int features, double sigma, double norm, Codes codes, long seed) {

  /** The law of a row z of Z; m_k is uniform in [.2, .4]. */
  public enum Codes {
    /**
     * Normal numbers, rounded to 0 or 1: g ~ N(m, R) with R = V diag(u) Vᵀ, V a random orthogonal
     * matrix and u_k uniform in [0, 1].
     */
    ROUNDED,
    /**
     * Hidden units of a Gaussian–Bernoulli restricted Boltzmann machine with the density p(x, z) ∝
     * exp(−‖x‖²/2σ² + xᵀWᵀz/σ² + cᵀz), of which x given z is Wᵀz and noise. Then p(z) ∝ exp(Σ a_k
     * z_k + Σ_{k&lt;l} z_k z_l w_k·w_l/σ²); a_k = c_k + ‖w_k‖²/2σ² is ln m_k/(1 − m_k).
     */
    RBM,
    /** Exactly one feature in each row, k with a probability proportional to m_k: a mixture. */
    EXCLUSIVE
  }

  /** The law of an RBM is summed over all 2^K codes. */
  private static final int MOST_UNITS = 20;

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
    if (codes == Codes.RBM && features > MOST_UNITS) {
      throw new IllegalArgumentException(
          "features is %d; an RBM's hidden units are drawn exactly, which takes 2^K sums: at most %d"
              .formatted(features, MOST_UNITS));
    }
    if (codes == Codes.RBM && sigma == 0) {
      throw new IllegalArgumentException("sigma is 0; that of an RBM must be above 0");
    }
  }

  /** Draws the problem, one row at a time. */
  public SyntheticRows draw() {
    Dense w = dictionary();
    FeatureBits bits =
        switch (codes) {
          case ROUNDED -> rounded();
          case RBM -> hiddenUnits(w);
          case EXCLUSIVE -> exclusive();
        };
    return new SyntheticRows(rows, w, bits, new RowNoise(NoiseShape.EQUAL, sigma, columns, seed));
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

  private FeatureBits rounded() {
    RandomStream parameters = new RandomStream(seed, "correlated features");
    double[] mean = new double[features];
    Dense root = Orthonormal.rows(normal(features, "correlations"), 0);
    for (int k = 0; k < features; k++) {
      mean[k] = mean(parameters);
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

  private FeatureBits hiddenUnits(Dense w) {
    RandomStream parameters = new RandomStream(seed, "hidden units");
    double[] logOdds = new double[features];
    for (int k = 0; k < features; k++) {
      double m = mean(parameters);
      logOdds[k] = Math.log(m / (1 - m));
    }
    Dense couplings = w.times(w.transpose());
    double[] exponents = new double[1 << features];
    double largest = 0;
    for (int code = 1; code < exponents.length; code++) {
      int k = Integer.numberOfTrailingZeros(code);
      int others = code & (code - 1);
      double sum = exponents[others] + logOdds[k];
      for (int rest = others; rest != 0; rest &= rest - 1) {
        sum += couplings.get(k, Integer.numberOfTrailingZeros(rest)) / (sigma * sigma);
      }
      exponents[code] = sum;
      largest = Math.max(largest, sum);
    }
    double[] weights = new double[exponents.length];
    for (int code = 0; code < weights.length; code++) {
      weights[code] = Math.exp(exponents[code] - largest);
    }
    long stream = parameters.nextLong();
    return drawn(
        weights,
        stream,
        (code, z) -> {
          for (int k = 0; k < features; k++) {
            z[k] = (code >> k & 1) != 0;
          }
        });
  }

  private FeatureBits exclusive() {
    RandomStream parameters = new RandomStream(seed, "exclusive features");
    double[] weights = new double[features];
    for (int k = 0; k < features; k++) {
      weights[k] = mean(parameters);
    }
    long stream = parameters.nextLong();
    return drawn(
        weights,
        stream,
        (chosen, z) -> {
          for (int k = 0; k < features; k++) {
            z[k] = k == chosen;
          }
        });
  }

  private static double mean(RandomStream parameters) {
    return LEAST_MEAN + (MOST_MEAN - LEAST_MEAN) * parameters.nextDouble();
  }

  /** Rows of which each is one of a list, with probabilities proportional to {@code weights}. */
  private static FeatureBits drawn(double[] weights, long stream, FeatureBits of) {
    double[] sums = weights.clone();
    for (int c = 1; c < sums.length; c++) {
      sums[c] += sums[c - 1];
    }
    double all = sums[sums.length - 1];
    return (i, z) -> {
      int at = Arrays.binarySearch(sums, CounterRandom.uniform(stream, i, 0) * all);
      of.row(Math.min(at < 0 ? -at - 1 : at + 1, sums.length - 1), z);
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
