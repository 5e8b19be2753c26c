package org.latentfeature.formats;

import java.nio.file.Path;
import java.util.Arrays;
import org.latentfeature.data.DataException;
import org.latentfeature.data.MatrixShape;
import org.latentfeature.data.SparseRows;
import org.latentfeature.io.ReadOptions;
import org.latentfeature.io.SparseArrays;

/** The entries of a sparse matrix in any order, to be sorted by row. */
final class SparseEntries {

  private static final int FIRST = 1 << 16;

  private final Path path;
  private final ReadOptions options;
  private final MatrixShape shape;
  private final SparseArrays found;
  private int[] rowOf = new int[FIRST];

  /**
   * Nothing yet.
   *
   * @param path of the file, in messages
   * @param options by which values are scaled
   */
  SparseEntries(Path path, ReadOptions options, MatrixShape shape) {
    this.path = path;
    this.options = options;
    this.shape = shape;
    found = new SparseArrays(path.toString());
    SparseArrays.requireHeap(path.toString(), 2L * Integer.BYTES * shape.rows());
    if (options.missing().means(0)) {
      throw new DataException(
          "0 cannot be the missing code of %s, where every omitted entry is 0; write missing entries as nan"
              .formatted(path));
    }
  }

  /** Adds an entry, of row and column from 0. */
  void add(long row, long column, double value) {
    if (row < 0 || row >= shape.rows() || column < 0 || column >= shape.cols()) {
      throw new DataException(
          "%s has an entry in row %,d, column %,d of its %,d × %,d; write it again"
              .formatted(path, row + 1, column + 1, shape.rows(), shape.cols()));
    }
    int at = found.count();
    if (at == rowOf.length) {
      SparseArrays.requireHeap(path.toString(), 2L * Integer.BYTES * at);
      rowOf = Arrays.copyOf(rowOf, (int) Math.min(SparseRows.MOST_ENTRIES, 2L * at));
    }
    float narrow = options.narrow(value, (int) row, (int) column, path.toString());
    found.add((int) column, narrow);
    rowOf[at] = (int) row;
  }

  /** The rows, those entries added that have the same place. */
  SparseRows rows() {
    return found.byRow(rowOf, shape);
  }
}
