package org.latentfeature.data;

/**
 * The size of a matrix, without its entries.
 *
 * @param rows N
 * @param cols D
 */
public record MatrixShape(int rows, int cols) {

  /** Number of entries, N·D. */
  public long size() {
    return (long) rows * cols;
  }

  /** Bytes that the matrix takes as 32-bit floats, 4·N·D. */
  public long bytes() {
    return size() * Float.BYTES;
  }
}
