package org.latentfeature.lasso.variant;

import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;

/**
 * The code of a row under weights of its entries, by single flips: with the residual a = x − b −
 * Wᵀz, a flip of z_k changes the weighted squared error by −2 s Σ m_d a_d w_kd + Σ m_d w_kd², s = 1
 * − 2z_k. Has scratch memory: use it from one thread.
 */
final class RowFlips {

  private final Dense w;
  private final double smallest;
  private final double[] rest;
  private final double[] lengths;

  /**
   * For the dictionary {@code w} (K×D).
   *
   * @param smallest what a flip must gain
   */
  RowFlips(Dense w, double smallest) {
    this.w = w;
    this.smallest = smallest;
    rest = new double[w.cols()];
    lengths = new double[w.rows()];
  }

  /**
   * Improves the code of a row until no flip gains.
   *
   * @param x the row, NaN where it is missing
   * @param b intercept
   * @param m weights of its entries; 0 where it is missing
   * @param start row {@code i} of it is the code to start from
   * @param codes takes the K entries 0 or 1, from {@code at} on
   */
  void improve(float[] x, double[] b, double[] m, BinaryMatrix start, int i, byte[] codes, int at) {
    int d = w.cols();
    double[] values = w.values();
    for (int j = 0; j < d; j++) {
      rest[j] = m[j] == 0 ? 0 : m[j] * (x[j] - b[j]);
    }
    for (int k = 0; k < lengths.length; k++) {
      boolean isOn = start.get(i, k);
      codes[at + k] = (byte) (isOn ? 1 : 0);
      double length = 0;
      for (int j = 0; j < d; j++) {
        double v = values[k * d + j];
        length += m[j] * v * v;
      }
      lengths[k] = length;
      if (isOn) {
        subtract(k, 1, m);
      }
    }
    int unchanged = 0;
    for (int k = 0; unchanged < lengths.length; k = k + 1 == lengths.length ? 0 : k + 1) {
      double sign = 1 - 2 * codes[at + k];
      double along = 0;
      for (int j = 0; j < d; j++) {
        along += rest[j] * values[k * d + j];
      }
      if (-2 * sign * along + lengths[k] < -smallest) {
        codes[at + k] ^= 1;
        subtract(k, sign, m);
        unchanged = 0;
      } else {
        unchanged++;
      }
    }
  }

  /** Subtracts {@code sign} m ∘ w_k from m ∘ a. */
  private void subtract(int k, double sign, double[] m) {
    int d = w.cols();
    for (int j = 0; j < d; j++) {
      rest[j] -= sign * m[j] * w.values()[k * d + j];
    }
  }
}
