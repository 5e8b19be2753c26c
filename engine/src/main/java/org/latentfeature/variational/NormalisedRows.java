package org.latentfeature.variational;

import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.latentfeature.data.Matrix;
import org.latentfeature.linalg.Algebra;
import org.latentfeature.linalg.Dense;

/**
 * X in double precision, in blocks of rows that stay in a core's cache, divided by its root mean
 * square s: what is inferred from it does not depend on the units of X. Immutable.
 */
public final class NormalisedRows {

  /** Rows of a block. */
  static final int ROWS = 64;

  /** Up to so many entries, blocks are kept: 128 MB. */
  private static final long MOST_KEPT = 1L << 24;

  private final int rows;
  private final int cols;
  private final int dimensions;
  private final double unit;
  private final Algebra algebra;
  private final IntFunction<Dense> blocks;

  private NormalisedRows(
      int rows, int cols, int dimensions, double unit, Algebra algebra, IntFunction<Dense> blocks) {
    this.rows = rows;
    this.cols = cols;
    this.dimensions = dimensions;
    this.unit = unit;
    this.algebra = algebra;
    this.blocks = blocks;
  }

  /**
   * The rows of {@code x}, which is read during the inference.
   *
   * @param x N×D', an exact reduction of N×D data, not all zero
   * @param dimensions D: the columns that have noise
   * @param algebra for the products of blocks
   */
  public static NormalisedRows of(Matrix x, int dimensions, Algebra algebra) {
    double squares = 0;
    float[] row = new float[x.cols()];
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      for (float value : row) {
        squares += (double) value * value;
      }
    }
    double unit = Math.sqrt(squares / ((double) x.rows() * dimensions));
    IntFunction<Dense> read = b -> block(x, b, unit);
    if ((long) x.rows() * x.cols() <= MOST_KEPT) {
      Dense[] kept = IntStream.range(0, blocks(x.rows())).mapToObj(read).toArray(Dense[]::new);
      read = b -> kept[b];
    }
    return new NormalisedRows(x.rows(), x.cols(), dimensions, unit, algebra, read);
  }

  private static Dense block(Matrix x, int block, double unit) {
    int from = block * ROWS;
    int n = Math.min(ROWS, x.rows() - from);
    Dense rows = new Dense(n, x.cols());
    double factor = 1 / unit;
    float[] row = new float[x.cols()];
    for (int i = 0; i < n; i++) {
      x.getRow(from + i, row);
      for (int j = 0; j < row.length; j++) {
        rows.values()[i * row.length + j] = row[j] * factor;
      }
    }
    return rows;
  }

  private static int blocks(int rows) {
    return (rows + ROWS - 1) / ROWS;
  }

  /** N. */
  int rows() {
    return rows;
  }

  /** D', the columns of blocks. */
  int cols() {
    return cols;
  }

  /** D, the columns that have noise. */
  int dimensions() {
    return dimensions;
  }

  /** ‖X/s‖² = N D. */
  double squaredNorm() {
    return (double) rows * dimensions;
  }

  /** s, the root mean square of X: what blocks were divided by. */
  public double unit() {
    return unit;
  }

  /** Number of blocks. */
  int blocks() {
    return blocks(rows);
  }

  /** Rows of X in block {@code b}, n×D'; not a copy. */
  Dense block(int b) {
    return blocks.apply(b);
  }

  /** For products of blocks. */
  Algebra algebra() {
    return algebra;
  }
}
