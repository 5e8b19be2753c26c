package org.latentfeature.markov.denoise;

import java.util.Arrays;

/**
 * The Wiener filter of a group of patches. A pilot estimate of the group gives its mean m and
 * covariance S (D×D); the noisy patches y = x + N(0, σ²I) are then estimated as if x ~ N(m, C), C =
 * αS + βσ²I:
 *
 * <p>x̂ = m + C (C + σ²I)⁻¹ (y − m) = y − σ² (C + σ²I)⁻¹ (y − m).
 *
 * <p>α and β make up for what a pilot lost: it varies less than the patches do. Holds scratch
 * memory; for one thread at a time. Every row of a matrix is an array of its own: the JVM's
 * compiler makes vector instructions of a loop with one index alone, as long as it is.
 */
final class WienerFilter {

  /** Least eigenvalue of what is factored, as a share of the trace: single precision needs it. */
  private static final double RESOLUTION = 1e-6;

  private final int entries;
  private final double inflation;
  private final double floor;

  /** Pilot patches, one a row (most × D). */
  private final float[][] pilot;

  /** Noisy patches, one a column (D × most), as right sides of a linear system lie best. */
  private final float[][] noisy;

  private final float[][] solution;
  private final float[] mean;

  /** C + σ²I, then its Cholesky factor UᵀU, in the upper triangle (D×D). */
  private final float[][] factor;

  private final float[][] inverse;
  private final float[] weights;

  /**
   * A filter for groups of up to {@code most} patches of {@code entries} pixels.
   *
   * @param inflation α
   * @param floor β
   */
  WienerFilter(int entries, int most, double inflation, double floor) {
    this.entries = entries;
    this.inflation = inflation;
    this.floor = floor;
    pilot = new float[most][entries];
    noisy = new float[entries][most];
    solution = new float[entries][most];
    mean = new float[entries];
    factor = new float[entries][entries];
    inverse = new float[entries][entries];
    weights = new float[Math.max(entries, most)];
  }

  /** Sets member {@code n}: what is known of it and what was seen of it, D values each. */
  void set(int n, float[] pilotPatch, float[] noisyPatch) {
    System.arraycopy(pilotPatch, 0, pilot[n], 0, entries);
    for (int i = 0; i < entries; i++) {
      noisy[i][n] = noisyPatch[i];
    }
  }

  /**
   * Filters members 0 … {@code count} − 1.
   *
   * @param variance σ²
   * @return the share of the noise's energy that the filter lets through, tr C(C + σ²I)⁻¹ / D
   */
  double filter(int count, double variance) {
    centre(count);
    factorise(count, variance);
    solve(count);
    float v = (float) variance;
    for (int i = 0; i < entries; i++) {
      float[] estimates = noisy[i];
      float[] solved = solution[i];
      float m = mean[i];
      for (int n = 0; n < count; n++) {
        estimates[n] = m + estimates[n] - v * solved[n];
      }
    }
    return 1 - variance * traceOfInverse() / entries;
  }

  /** Copies the estimate of member {@code n}. */
  void get(int n, float[] into) {
    for (int i = 0; i < entries; i++) {
      into[i] = noisy[i][n];
    }
  }

  /** Takes the pilot's mean off both. */
  private void centre(int count) {
    Arrays.fill(mean, 0);
    Arrays.fill(weights, 0, count, -1f / count);
    subtract(mean, 0, entries, pilot, 0, count);
    Arrays.fill(weights, 0, 1, 1);
    float[][] one = {mean};
    for (int n = 0; n < count; n++) {
      subtract(pilot[n], 0, entries, one, 0, 1);
    }
    for (int i = 0; i < entries; i++) {
      for (int n = 0; n < count; n++) {
        noisy[i][n] -= mean[i];
      }
    }
  }

  private void factorise(int count, double variance) {
    int d = entries;
    float scale = (float) (inflation / count);
    float diagonal = (float) Math.max((1 + floor) * variance, RESOLUTION * scale * energy(count));
    for (int i = 0; i < d; i++) {
      float[] row = factor[i];
      Arrays.fill(row, i, d, 0);
      for (int n = 0; n < count; n++) {
        weights[n] = -scale * pilot[n][i];
      }
      subtract(row, i, d, pilot, 0, count);
      row[i] += diagonal;
      weighByColumn(i);
      subtract(row, i, d, factor, 0, i);
      // No pivot is less than the smallest eigenvalue, but for rounding.
      scale(row, i, d, (float) (1 / Math.sqrt(Math.max(row[i], diagonal))));
    }
  }

  /** The sum of squares of the pilot minus its mean. */
  private double energy(int count) {
    double sum = 0;
    for (int n = 0; n < count; n++) {
      for (float v : pilot[n]) {
        sum += v * v;
      }
    }
    return sum;
  }

  /** solution = (UᵀU)⁻¹ noisy. */
  private void solve(int count) {
    int d = entries;
    for (int i = 0; i < d; i++) {
      System.arraycopy(noisy[i], 0, solution[i], 0, count);
      weighByColumn(i);
      subtract(solution[i], 0, count, solution, 0, i);
      scale(solution[i], 0, count, 1 / factor[i][i]);
    }
    for (int i = d - 1; i >= 0; i--) {
      System.arraycopy(factor[i], i + 1, weights, 0, d - 1 - i);
      subtract(solution[i], 0, count, solution, i + 1, d - 1 - i);
      scale(solution[i], 0, count, 1 / factor[i][i]);
    }
  }

  /** tr (UᵀU)⁻¹, the sum of squares of U⁻ᵀ. */
  private double traceOfInverse() {
    double trace = 0;
    for (int i = 0; i < entries; i++) {
      float[] row = inverse[i];
      Arrays.fill(row, 0, i, 0);
      row[i] = 1;
      weighByColumn(i);
      subtract(row, 0, i + 1, inverse, 0, i);
      scale(row, 0, i + 1, 1 / factor[i][i]);
      for (int j = 0; j <= i; j++) {
        trace += (double) row[j] * row[j];
      }
    }
    return trace;
  }

  /** The weights of rows before {@code i} are what stands above the diagonal in column i of U. */
  private void weighByColumn(int i) {
    for (int k = 0; k < i; k++) {
      weights[k] = factor[k][i];
    }
  }

  private static void scale(float[] row, int from, int to, float by) {
    for (int j = from; j < to; j++) {
      row[j] *= by;
    }
  }

  /** to −= Σ_k w_k · rows[first + k] over {@code count} rows, from entry to entry. */
  private void subtract(float[] to, int from, int end, float[][] rows, int first, int count) {
    float[] w = weights;
    int k = 0;
    for (; k + 3 < count; k += 4) {
      subtractFour(
          to,
          from,
          end,
          rows[first + k],
          w[k],
          rows[first + k + 1],
          w[k + 1],
          rows[first + k + 2],
          w[k + 2],
          rows[first + k + 3],
          w[k + 3]);
    }
    for (; k < count; k++) {
      subtractOne(to, from, end, rows[first + k], w[k]);
    }
  }

  /** So that {@code to} is read and written once for four. */
  private static void subtractFour(
      float[] to,
      int from,
      int end,
      float[] a,
      float u,
      float[] b,
      float v,
      float[] c,
      float w,
      float[] d,
      float x) {
    for (int j = from; j < end; j++) {
      to[j] -= u * a[j] + v * b[j] + (w * c[j] + x * d[j]);
    }
  }

  private static void subtractOne(float[] to, int from, int end, float[] a, float u) {
    for (int j = from; j < end; j++) {
      to[j] -= u * a[j];
    }
  }
}
