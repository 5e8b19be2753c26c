package org.latentfeature.denoise;

import java.util.Arrays;

/**
 * The Wiener filter of a group of patches. A pilot estimate of the group gives its mean m and
 * covariance S (D×D); the noisy patches y = x + N(0, σ²I) are then estimated as if x ~ N(m, C), C =
 * αS + βσ²I:
 *
 * <p>x̂ = m + C (C + σ²I)⁻¹ (y − m) = y − σ² (C + σ²I)⁻¹ (y − m).
 *
 * <p>α and β make up for what a pilot lost: it varies less than the patches do. Holds scratch
 * memory; for one thread at a time.
 */
final class WienerFilter {

  /** Least eigenvalue of what is factored, as a share of the trace: single precision needs it. */
  private static final double RESOLUTION = 1e-6;

  private final int entries;
  private final int most;
  private final double inflation;
  private final double floor;

  /** Pilot patches, one a row (most × D). */
  private final float[] pilot;

  /** Noisy patches, one a column (D × most), as right sides of a linear system lie best. */
  private final float[] noisy;

  private final float[] solution;
  private final float[] mean;

  /** C + σ²I, then its Cholesky factor UᵀU, in the upper triangle (D×D). */
  private final float[] factor;

  private final float[] inverse;
  private final float[] row;

  /**
   * A filter for groups of up to {@code most} patches of {@code entries} pixels.
   *
   * @param inflation α
   * @param floor β
   */
  WienerFilter(int entries, int most, double inflation, double floor) {
    this.entries = entries;
    this.most = most;
    this.inflation = inflation;
    this.floor = floor;
    pilot = new float[most * entries];
    noisy = new float[entries * most];
    solution = new float[entries * most];
    mean = new float[entries];
    factor = new float[entries * entries];
    inverse = new float[entries * entries];
    row = new float[Math.max(entries, most)];
  }

  /** Sets member {@code n}: what is known of it and what was seen of it, D values each. */
  void set(int n, float[] pilotPatch, float[] noisyPatch) {
    System.arraycopy(pilotPatch, 0, pilot, n * entries, entries);
    for (int i = 0; i < entries; i++) {
      noisy[i * most + n] = noisyPatch[i];
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
      int at = i * most;
      for (int n = 0; n < count; n++) {
        noisy[at + n] = mean[i] + noisy[at + n] - v * solution[at + n];
      }
    }
    return 1 - variance * traceOfInverse() / entries;
  }

  /** Copies the estimate of member {@code n}. */
  void get(int n, float[] into) {
    for (int i = 0; i < entries; i++) {
      into[i] = noisy[i * most + n];
    }
  }

  /** Takes the pilot's mean off both. */
  private void centre(int count) {
    Arrays.fill(mean, 0);
    for (int n = 0; n < count; n++) {
      for (int i = 0; i < entries; i++) {
        mean[i] += pilot[n * entries + i];
      }
    }
    for (int i = 0; i < entries; i++) {
      mean[i] /= count;
    }
    for (int n = 0; n < count; n++) {
      for (int i = 0; i < entries; i++) {
        pilot[n * entries + i] -= mean[i];
      }
    }
    for (int i = 0; i < entries; i++) {
      for (int n = 0; n < count; n++) {
        noisy[i * most + n] -= mean[i];
      }
    }
  }

  private void factorise(int count, double variance) {
    int d = entries;
    float scale = (float) (inflation / count);
    float diagonal = (float) Math.max((1 + floor) * variance, RESOLUTION * scale * energy(count));
    for (int i = 0; i < d; i++) {
      int length = d - i;
      Arrays.fill(row, 0, length, 0);
      subtract(row, length, pilot, i, d, pilot, i, d, count);
      for (int j = 0; j < length; j++) {
        row[j] *= -scale;
      }
      row[0] += diagonal;
      subtract(row, length, factor, i, d, factor, i, d, i);
      // No pivot is less than the smallest eigenvalue, but for rounding.
      float pivot = (float) (1 / Math.sqrt(Math.max(row[0], diagonal)));
      for (int j = 0; j < length; j++) {
        row[j] *= pivot;
      }
      System.arraycopy(row, 0, factor, i * d + i, length);
    }
  }

  /** The sum of squares of the pilot minus its mean. */
  private double energy(int count) {
    double sum = 0;
    for (int p = 0; p < count * entries; p++) {
      sum += pilot[p] * pilot[p];
    }
    return sum;
  }

  /** solution = (UᵀU)⁻¹ noisy. */
  private void solve(int count) {
    int d = entries;
    for (int i = 0; i < d; i++) {
      System.arraycopy(noisy, i * most, row, 0, count);
      subtract(row, count, solution, 0, most, factor, i, d, i);
      divide(row, count, factor[i * d + i]);
      System.arraycopy(row, 0, solution, i * most, count);
    }
    for (int i = d - 1; i >= 0; i--) {
      System.arraycopy(solution, i * most, row, 0, count);
      subtract(row, count, solution, (i + 1) * most, most, factor, i * d + i + 1, 1, d - 1 - i);
      divide(row, count, factor[i * d + i]);
      System.arraycopy(row, 0, solution, i * most, count);
    }
  }

  /** tr (UᵀU)⁻¹, the sum of squares of U⁻ᵀ. */
  private double traceOfInverse() {
    int d = entries;
    double trace = 0;
    for (int i = 0; i < d; i++) {
      Arrays.fill(row, 0, i + 1, 0);
      row[i] = 1;
      subtract(row, i + 1, inverse, 0, d, factor, i, d, i);
      divide(row, i + 1, factor[i * d + i]);
      System.arraycopy(row, 0, inverse, i * d, i + 1);
      for (int j = 0; j <= i; j++) {
        trace += (double) row[j] * row[j];
      }
    }
    return trace;
  }

  private static void divide(float[] to, int n, float by) {
    float factor = 1 / by;
    for (int j = 0; j < n; j++) {
      to[j] *= factor;
    }
  }

  /**
   * to −= Σ_k w_k · row_k over {@code count} rows, of which row k begins at {@code from + k·stride}
   * of {@code rows} and w_k stands at {@code first + k·step} of {@code weights}. Four rows at once,
   * so that {@code to} is read and written once for them; it is no part of {@code rows}, or the
   * loop would not be vectorised.
   */
  private static void subtract(
      float[] to,
      int n,
      float[] rows,
      int from,
      int stride,
      float[] weights,
      int first,
      int step,
      int count) {
    int k = 0;
    for (; k + 3 < count; k += 4) {
      float w0 = weights[first + k * step];
      float w1 = weights[first + (k + 1) * step];
      float w2 = weights[first + (k + 2) * step];
      float w3 = weights[first + (k + 3) * step];
      int r0 = from + k * stride;
      int r1 = r0 + stride;
      int r2 = r1 + stride;
      int r3 = r2 + stride;
      for (int j = 0; j < n; j++) {
        to[j] -= w0 * rows[r0 + j] + w1 * rows[r1 + j] + (w2 * rows[r2 + j] + w3 * rows[r3 + j]);
      }
    }
    for (; k < count; k++) {
      float w = weights[first + k * step];
      int r = from + k * stride;
      for (int j = 0; j < n; j++) {
        to[j] -= w * rows[r + j];
      }
    }
  }
}
