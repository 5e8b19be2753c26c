package org.latentfeature.formats;

import java.nio.file.Path;
import java.util.Arrays;
import org.latentfeature.data.DataException;
import org.latentfeature.data.SparseRows;
import org.latentfeature.io.ReadOptions;
import org.latentfeature.io.SparseArrays;

/** The entries of a sparse matrix in any order, to be sorted by row. */
final class SparseEntries {

  private static final int FIRST = 1 << 16;

  private final Path path;
  private final ReadOptions options;
  private final int rows;
  private final int cols;
  private int[] rowOf = new int[FIRST];
  private int[] columnOf = new int[FIRST];
  private float[] values = new float[FIRST];
  private int count;

  /**
   * Nothing yet.
   *
   * @param path of the file, in messages
   * @param options by which values are scaled
   */
  SparseEntries(Path path, ReadOptions options, int rows, int cols) {
    this.path = path;
    this.options = options;
    this.rows = rows;
    this.cols = cols;
    SparseArrays.requireHeap(path.toString(), 2L * Integer.BYTES * rows);
    if (options.missing().means(0)) {
      throw new DataException(
          "0 cannot be the missing code of %s, where every omitted entry is 0; write missing entries as nan"
              .formatted(path));
    }
  }

  /** Adds an entry, of row and column from 0. */
  void add(long row, long column, double value) {
    if (row < 0 || row >= rows || column < 0 || column >= cols) {
      throw new DataException(
          "%s has an entry in row %,d, column %,d of its %,d × %,d; write it again"
              .formatted(path, row + 1, column + 1, rows, cols));
    }
    if (count == rowOf.length) {
      grow();
    }
    rowOf[count] = (int) row;
    columnOf[count] = (int) column;
    values[count++] = options.narrow(value, (int) row, (int) column, path.toString());
  }

  private void grow() {
    if (count == SparseRows.MOST_ENTRIES) {
      throw new DataException(
          "%s has more than %,d entries that are not zero; use fewer rows"
              .formatted(path, SparseRows.MOST_ENTRIES));
    }
    int length = (int) Math.min(SparseRows.MOST_ENTRIES, 2L * count);
    SparseArrays.requireHeap(path.toString(), 12L * length);
    rowOf = Arrays.copyOf(rowOf, length);
    columnOf = Arrays.copyOf(columnOf, length);
    values = Arrays.copyOf(values, length);
  }

  /** The rows, those entries added that have the same place: a counting sort. */
  SparseRows rows() {
    int[] start = new int[rows + 1];
    for (int at = 0; at < count; at++) {
      start[rowOf[at] + 1]++;
    }
    for (int i = 0; i < rows; i++) {
      start[i + 1] += start[i];
    }
    int[] next = start.clone();
    int[] columns = new int[count];
    float[] sorted = new float[count];
    for (int at = 0; at < count; at++) {
      int to = next[rowOf[at]]++;
      columns[to] = columnOf[at];
      sorted[to] = values[at];
    }
    return SparseRows.summing(rows, cols, start, columns, sorted);
  }
}
