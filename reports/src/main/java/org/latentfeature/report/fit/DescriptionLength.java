package org.latentfeature.report.fit;

import org.latentfeature.data.BinaryMatrix;

/**
 * The bits that describe X by Z, W and the residual (Rissanen's two-part code). It compares
 * factorisations with different numbers of features: one more feature must save more bits of the
 * residual than it costs itself.
 *
 * <pre>
 *   ND/2 log₂ σ²          the residual E = X − Z W, as noise of variance σ² = ‖E‖² / (ND)
 *   + Σ_k D/2 log₂(1+n_k)   W: an entry is known to about 1/√n_k from the n_k rows that have it
 *   + Σ_k N h(n_k/N) + log₂(N+1)   Z: n_k, and which rows they are; h is the binary entropy
 * </pre>
 *
 * <p>What does not depend on Z and W is left out, so that only differences mean something. σ is
 * never taken to be below the rounding of X to 24 bits.
 */
public final class DescriptionLength {

  private static final double ROUNDING = 0x1p-24;

  private final int rows;
  private final int cols;
  private final double squaredNorm;

  /** Of N×D data with ‖X‖² = {@code squaredNorm}. */
  public DescriptionLength(int rows, int cols, double squaredNorm) {
    this.rows = rows;
    this.cols = cols;
    this.squaredNorm = squaredNorm;
  }

  /** Bits for {@code z} (N×K) and a dictionary that leave ‖E‖² = {@code squaredError}. */
  public double bits(BinaryMatrix z, double squaredError) {
    double entries = (double) rows * cols;
    double least = ROUNDING * ROUNDING * squaredNorm;
    double bits = entries / 2 * log2(Math.max(squaredError, least) / entries);
    for (int k = 0; k < z.cols(); k++) {
      int count = z.column(k).count();
      bits += cols / 2.0 * log2(1.0 + count);
      bits += rows * entropy((double) count / rows) + log2(rows + 1.0);
    }
    return bits;
  }

  /** Bits for X without any feature. */
  public double bitsOfNothing() {
    return bits(BinaryMatrix.empty(rows), squaredNorm);
  }

  private static double entropy(double p) {
    return p <= 0 || p >= 1 ? 0 : -p * log2(p) - (1 - p) * log2(1 - p);
  }

  private static double log2(double v) {
    return Math.log(v) / Math.log(2);
  }
}
