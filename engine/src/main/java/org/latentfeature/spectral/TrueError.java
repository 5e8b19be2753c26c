package org.latentfeature.spectral;

import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.PivotedCholesky;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BinaryMatrix;

/**
 * The squared error of the true dictionary with the nearest code of each row and least squares
 * after it: less than that of the true codes, since noise moves rows nearer to others
 * (docs/spectral.md, section 7).
 *
 * @param most its maximum, with a probability of error below 10⁻⁴
 * @param isSharp whether codes are certain, so that a wrong dictionary has a larger error
 */
public record TrueError(double most, boolean isSharp) {

  /** Rows that are drawn. */
  private static final int ROWS = 4096;

  /** Codes that are looked at in all. */
  private static final int CODES = 1 << 24;

  /** Standard deviations of what the noise in and outside the span of W may differ by. */
  private static final double DEVIATIONS = 4;

  private static final double SLACK = 0.002;

  /** Rounding error of a squared norm in single precision, as a share of it. */
  private static final double ROUNDING = 1e-9;

  private static final double DEPENDENT = 1e-12;
  private static final long PURPOSE = 0x7e77;

  /**
   * That of a dictionary such as {@code w}.
   *
   * @param z codes, N×K
   * @param w dictionary, K×D
   * @param sigma σ of the noise; 0 for none
   * @param cols how many columns the data as given have, of which W may be a reduction
   * @param squaredNorm ‖X‖²
   */
  public static TrueError of(BinaryMatrix z, Dense w, double sigma, int cols, double squaredNorm) {
    int k = z.cols();
    double n = z.rows();
    double noise = cols * sigma * sigma;
    double gain = gain(z, w, sigma);
    // σ was estimated from the other cols − k directions of the same noise.
    double deviation = Math.sqrt(2 * k / (n * cols * Math.max(1, cols - k)));
    double left = (n - k) * noise + n * gain;
    return new TrueError(
        (1 + SLACK + DEVIATIONS * deviation) * left + ROUNDING * squaredNorm,
        -gain <= SLACK * noise);
  }

  /**
   * Simulates the difference in squared error, per row, between the nearest code and the true one:
   * 0 or less.
   */
  private static double gain(BinaryMatrix z, Dense w, double sigma) {
    int k = z.cols();
    if (sigma == 0 || k == 0) {
      return 0;
    }
    Dense gram = w.timesTransposed(w);
    Dense factor = PivotedCholesky.of(gram, DEPENDENT).factor();
    int codes = 1 << k;
    double[] squares = new double[codes];
    for (int b = 1; b < codes; b++) {
      int top = 31 - Integer.numberOfLeadingZeros(b);
      double sum = squares[b & ~(1 << top)] + gram.get(top, top);
      for (int a = 0; a < top; a++) {
        sum += (b >> a & 1) == 0 ? 0 : 2 * gram.get(top, a);
      }
      squares[b] = sum;
    }
    int rows = Math.min(z.rows(), Math.max(64, Math.min(ROWS, CODES / codes)));
    long seed = CounterRandom.stream(0, PURPOSE);
    double[] linear = new double[codes];
    double[] h = new double[k];
    double total = 0;
    for (int r = 0; r < rows; r++) {
      int from = (int) ((long) r * z.rows() / rows);
      int code = 0;
      for (int a = 0; a < k; a++) {
        code |= z.get(from, a) ? 1 << a : 0;
      }
      for (int a = 0; a < k; a++) {
        double product = 0;
        for (int p = 0; p < factor.cols(); p++) {
          product += factor.get(a, p) * sigma * CounterRandom.normal(seed, r, p);
        }
        for (int b = 0; b < k; b++) {
          product += (code >> b & 1) == 0 ? 0 : gram.get(a, b);
        }
        h[a] = 2 * product;
      }
      // ‖Wᵀc + e − Wᵀb‖² − ‖e‖² = s(b) − h(b) − (s(c) − h(c)).
      double least = 0;
      for (int b = 1; b < codes; b++) {
        int top = 31 - Integer.numberOfLeadingZeros(b);
        linear[b] = linear[b & ~(1 << top)] + h[top];
        least = Math.min(least, squares[b] - linear[b]);
      }
      total += least - (squares[code] - linear[code]);
    }
    return total / rows;
  }
}
