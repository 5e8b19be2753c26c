package org.latentfeature.bench;

import java.util.SplittableRandom;
import org.latentfeature.data.BitVector;

/**
 * The baseline of the engine's atom step: the sequential mixing method (Wang &amp; Kolter 2016) in
 * double precision as one writes it down, row after row, in plain loops that the JVM compiles, on
 * one thread. A fixed number of sweeps, then random hyperplanes, the best kept; no blocks, no
 * tolerance, no polish.
 *
 * <p>a_i stands for b_i = ½a_i: v_i depends on directions only.
 */
final class PlainMixing {

  private final double[] a;
  private final double[] dummyRow;
  private final double[] diagonal;
  private final int n;
  private final int d;

  /** Searches atoms of the residual {@code a} (n×d, row after row), which is not copied. */
  PlainMixing(double[] a, int n, int d) {
    this.a = a;
    this.n = n;
    this.d = d;
    dummyRow = new double[d];
    for (int i = 0; i < n; i++) {
      add(dummyRow, 0, a, i * d, 1);
    }
    diagonal = new double[n + 1];
    for (int i = 0; i <= n; i++) {
      diagonal[i] = dot(row(i), at(i), row(i), at(i), d);
    }
  }

  /**
   * The best atom of a search.
   *
   * @param z the atom
   * @param score ‖Aᵀz‖²
   * @param bound ‖BᵀV‖² after the last sweep
   * @param sweepSeconds time in the sweeps; the rest was rounding
   */
  record Found(BitVector z, double score, double bound, double sweepSeconds) {}

  Found search(int rank, int sweeps, int hyperplanes, long seed) {
    long start = System.nanoTime();
    SplittableRandom random = new SplittableRandom(seed);
    double[] v = new double[(n + 1) * rank];
    double[] s = new double[rank * d];
    for (int i = 0; i <= n; i++) {
      for (int k = 0; k < rank; k++) {
        v[i * rank + k] = 2 * random.nextDouble() - 1;
      }
      normalise(v, i * rank, rank);
      for (int k = 0; k < rank; k++) {
        add(s, k * d, row(i), at(i), v[i * rank + k]);
      }
    }
    double[] g = new double[rank];
    for (int sweep = 0; sweep < sweeps; sweep++) {
      for (int i = 0; i <= n; i++) {
        update(i, v, s, g, rank);
      }
    }
    double bound = dot(s, 0, s, 0, s.length) / 4;
    double seconds = (System.nanoTime() - start) * 1e-9;
    return round(v, rank, hyperplanes, random, bound, seconds);
  }

  /** v_i ← g_i/‖g_i‖, g_i = S a_i − ‖a_i‖² v_i, and S with it (S is r×d here). */
  private void update(int i, double[] v, double[] s, double[] g, int rank) {
    double[] row = row(i);
    int at = at(i);
    for (int k = 0; k < rank; k++) {
      g[k] = dot(s, k * d, row, at, d) - diagonal[i] * v[i * rank + k];
    }
    if (!normalise(g, 0, rank)) {
      return;
    }
    for (int k = 0; k < rank; k++) {
      add(s, k * d, row, at, g[k] - v[i * rank + k]);
      v[i * rank + k] = g[k];
    }
  }

  private Found round(
      double[] v,
      int rank,
      int hyperplanes,
      SplittableRandom random,
      double bound,
      double seconds) {
    boolean[] best = new boolean[n];
    double most = -1;
    double[] plane = new double[rank];
    for (int p = 0; p < hyperplanes; p++) {
      for (int k = 0; k < rank; k++) {
        plane[k] = random.nextDouble() + random.nextDouble() + random.nextDouble() - 1.5;
      }
      boolean side = side(v, 0, plane);
      boolean[] z = new boolean[n];
      for (int i = 0; i < n; i++) {
        z[i] = side(v, (i + 1) * rank, plane) == side;
      }
      double score = score(z);
      if (score > most) {
        most = score;
        best = z;
      }
    }
    return new Found(BitVector.of(best), most, bound, seconds);
  }

  private static boolean side(double[] v, int at, double[] plane) {
    double sum = 0;
    for (int k = 0; k < plane.length; k++) {
      sum += v[at + k] * plane[k];
    }
    return sum > 0;
  }

  /** ‖Aᵀz‖². */
  double score(BitVector z) {
    boolean[] ones = new boolean[n];
    for (int i = 0; i < n; i++) {
      ones[i] = z.get(i);
    }
    return score(ones);
  }

  private double score(boolean[] z) {
    double[] sum = new double[d];
    for (int i = 0; i < n; i++) {
      if (z[i]) {
        add(sum, 0, a, i * d, 1);
      }
    }
    return dot(sum, 0, sum, 0, d);
  }

  /** Row 0 is the dummy's. */
  private double[] row(int i) {
    return i == 0 ? dummyRow : a;
  }

  private int at(int i) {
    return i == 0 ? 0 : (i - 1) * d;
  }

  private static boolean normalise(double[] v, int at, int n) {
    double sum = 0;
    for (int k = 0; k < n; k++) {
      sum += v[at + k] * v[at + k];
    }
    double norm = Math.sqrt(sum);
    if (norm == 0) {
      return false;
    }
    for (int k = 0; k < n; k++) {
      v[at + k] /= norm;
    }
    return true;
  }

  private static double dot(double[] x, int atX, double[] y, int atY, int n) {
    double sum = 0;
    for (int j = 0; j < n; j++) {
      sum += x[atX + j] * y[atY + j];
    }
    return sum;
  }

  private void add(double[] into, int at, double[] from, int start, double by) {
    for (int j = 0; j < d; j++) {
      into[at + j] += by * from[start + j];
    }
  }
}
