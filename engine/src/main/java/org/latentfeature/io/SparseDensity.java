package org.latentfeature.io;

import org.latentfeature.data.Rows;
import org.latentfeature.data.SparseRows;

/** Which rows of a sparse format are worth being kept as such. */
final class SparseDensity {

  private SparseDensity() {}

  /** {@code rows}, as dense ones unless they are sparse enough and {@code options} allow that. */
  static Rows chosen(SparseRows rows, ReadOptions options) {
    return isKept(rows.entries(), rows.size(), options) ? rows : rows.toDense();
  }

  /**
   * Returns whether a matrix of {@code size} entries, {@code entries} of them stored, stays sparse.
   */
  static boolean isKept(long entries, long size, ReadOptions options) {
    return options.sparse() && entries < SparseRows.DENSE * size;
  }
}
