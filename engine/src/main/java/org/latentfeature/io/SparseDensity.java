package org.latentfeature.io;

import org.latentfeature.data.BlockReader;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.MatrixShape;
import org.latentfeature.data.SparseRows;

/** Which rows of a sparse format are worth being kept as such. */
public final class SparseDensity {

  private SparseDensity() {}

  /** {@code rows}, as dense ones unless they are sparse enough and {@code options} allow that. */
  public static Dataset chosen(SparseRows rows, ReadOptions options) {
    boolean isKept = isKept(rows.entries(), rows.size(), options);
    return new Dataset(isKept ? rows : rows.toDense(), null).withSummed(rows.summed());
  }

  /** Bytes of a matrix in memory, as dense rows or as sparse ones. */
  static long bytes(MatrixShape shape, long entries, ReadOptions options) {
    return isKept(entries, shape.size(), options)
        ? SparseRows.bytes(shape.rows(), entries)
        : shape.bytes();
  }

  /** The rows of a file that is read in blocks, in the same form as if it were read at once. */
  static BlockReader chosen(SparseBlocks blocks, ReadOptions options) {
    long size = (long) blocks.rows() * blocks.cols();
    return isKept(blocks.entries(), size, options) ? blocks : new DenseBlocks(blocks);
  }

  /**
   * Returns whether a matrix of {@code size} entries, {@code entries} of them stored, stays sparse.
   */
  static boolean isKept(long entries, long size, ReadOptions options) {
    return options.sparse() && entries < SparseRows.DENSE * size;
  }
}
