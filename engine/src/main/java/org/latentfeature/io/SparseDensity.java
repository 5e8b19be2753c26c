package org.latentfeature.io;

import java.util.Map;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.SparseRows;

/** Which rows of a sparse format are worth being kept as such. */
public final class SparseDensity {

  private SparseDensity() {}

  /** {@code rows}, as dense ones unless they are sparse enough and {@code options} allow that. */
  public static Dataset chosen(SparseRows rows, ReadOptions options) {
    boolean isKept = isKept(rows.entries(), rows.size(), options);
    return new Dataset(isKept ? rows : rows.toDense(), null, Map.of(), null, rows.summed());
  }

  /**
   * Returns whether a matrix of {@code size} entries, {@code entries} of them stored, stays sparse.
   */
  static boolean isKept(long entries, long size, ReadOptions options) {
    return options.sparse() && entries < SparseRows.DENSE * size;
  }
}
