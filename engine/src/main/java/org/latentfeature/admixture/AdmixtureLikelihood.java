package org.latentfeature.admixture;

import java.util.Arrays;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.Matrix;

/**
 * How likely allele counts are, 2x_j ~ Binomial(2, (Wᵀz)_j), for the best frequencies z of each
 * locus in [0, 1]^K, which expectation–maximisation comes to (Tang et al. 2005).
 */
final class AdmixtureLikelihood {

  /** Loci that the mean is taken over. */
  private static final int LOCI = 400;

  private static final int STEPS = 15;

  /** Frequencies and their mixtures stay so far from 0 and 1. */
  private static final double LEAST = 1e-3;

  private final float[][] x;

  /** The likelihood of the first loci of {@code x}, N×D. */
  AdmixtureLikelihood(Matrix x) {
    this.x = new float[Math.min(LOCI, x.rows())][x.cols()];
    for (int n = 0; n < this.x.length; n++) {
      x.getRow(n, this.x[n]);
    }
  }

  /**
   * Σ x log q + (1 − x) log(1 − q) for q = Wᵀz, a locus, with {@code w} (K×D) of columns on the
   * simplex.
   */
  double of(Dense w) {
    int k = w.rows();
    int d = w.cols();
    double sum = 0;
    double[] z = new double[k];
    double[] q = new double[d];
    for (float[] locus : x) {
      Arrays.fill(z, start(locus));
      for (int step = 0; step < STEPS; step++) {
        mix(w, z, q);
        for (int a = 0; a < k; a++) {
          double one = 0;
          double zero = 0;
          for (int j = 0; j < d; j++) {
            double share = w.get(a, j);
            one += locus[j] * share / q[j];
            zero += (1 - locus[j]) * share / (1 - q[j]);
          }
          one *= z[a];
          zero *= 1 - z[a];
          z[a] = one + zero > 0 ? inside(one / (one + zero)) : z[a];
        }
      }
      mix(w, z, q);
      for (int j = 0; j < d; j++) {
        sum += locus[j] * Math.log(q[j]) + (1 - locus[j]) * Math.log(1 - q[j]);
      }
    }
    return sum / x.length;
  }

  private static double start(float[] locus) {
    double sum = 0;
    for (float each : locus) {
      sum += each;
    }
    return inside(sum / locus.length);
  }

  private static double inside(double frequency) {
    return Math.min(1 - LEAST, Math.max(LEAST, frequency));
  }

  private static void mix(Dense w, double[] z, double[] q) {
    Arrays.fill(q, 0);
    double[] entries = w.values();
    for (int a = 0; a < z.length; a++) {
      for (int j = 0; j < q.length; j++) {
        q[j] += z[a] * entries[a * q.length + j];
      }
    }
    for (int j = 0; j < q.length; j++) {
      q[j] = inside(q[j]);
    }
  }
}
