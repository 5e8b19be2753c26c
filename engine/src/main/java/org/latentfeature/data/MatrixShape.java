package org.latentfeature.data;

/**
 * The size of a matrix that has not been read.
 *
 * @param rows N
 * @param cols D
 */
public record MatrixShape(int rows, int cols) {

  /** Bytes that the matrix takes as 32-bit floats, 4·N·D. */
  public long bytes() {
    return (long) rows * cols * Float.BYTES;
  }
}
