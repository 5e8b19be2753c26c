package org.latentfeature.cuda.driver;

/**
 * The matrix products used here, of matrices held row after row without gaps, in single precision
 * but for Gram matrices in double. They are queued like kernels.
 */
public interface Products {

  /** C (m×n) = A Bᵀ for A (m×k) and B (n×k): inner products of rows. */
  void rowsByRows(int m, int n, int k, DeviceBuffer a, DeviceBuffer b, DeviceBuffer c);

  /** C (m×n) = A B for A (m×k) and B (k×n). */
  void times(int m, int n, int k, DeviceBuffer a, DeviceBuffer b, DeviceBuffer c);

  /** C (m×n) += A B for B (k×n) and A (m×k), whose rows start {@code stride} entries apart. */
  void addTimes(int m, int n, int k, DeviceBuffer a, int stride, DeviceBuffer b, DeviceBuffer c);

  /** C (m×n) = Aᵀ B for A (k×m) and B (k×n): combinations of rows of B. */
  void combinations(int m, int n, int k, DeviceBuffer a, DeviceBuffer b, DeviceBuffer c);

  /** C_i (m×m) = A_i A_iᵀ for {@code count} matrices A_i (m×k), one after the other. */
  void grams(int count, int m, int k, DeviceBuffer a, DeviceBuffer c);

  /** The lower triangle of C (m×m) = A Aᵀ + keep·C for A (m×k), in double precision. */
  void addRowGram(int m, int k, DeviceBuffer a, boolean keep, DeviceBuffer c);

  /** The lower triangle of C (m×m) = AᵀA + keep·C for A (k×m), in double precision. */
  void addColumnGram(int m, int k, DeviceBuffer a, boolean keep, DeviceBuffer c);
}
