package org.latentfeature.io;

import java.util.Arrays;
import org.latentfeature.data.DataException;
import org.latentfeature.data.MatrixShape;
import org.latentfeature.data.SparseRows;

/** Entries of sparse rows while they are read, row after row, on a heap that may be too small. */
public final class SparseArrays {

  /** Entries of the first arrays; what a file claims to hold is believed as it comes. */
  private static final int FIRST = 1 << 16;

  private final String name;
  private int[] columns = new int[FIRST];
  private float[] values = new float[FIRST];
  private int count;

  /**
   * Nothing yet.
   *
   * @param name of the file in messages
   */
  public SparseArrays(String name) {
    this.name = name;
  }

  /** Appends an entry. */
  public void add(int column, float value) {
    if (count == columns.length) {
      grow();
    }
    columns[count] = column;
    values[count++] = value;
  }

  private void grow() {
    if (count == SparseRows.MOST_ENTRIES) {
      throw new DataException(
          "%s has more than %,d entries that are not zero; use fewer rows"
              .formatted(name, SparseRows.MOST_ENTRIES));
    }
    int length = (int) Math.min(SparseRows.MOST_ENTRIES, 2L * count);
    requireHeap(name, 8L * length);
    columns = Arrays.copyOf(columns, length);
    values = Arrays.copyOf(values, length);
  }

  /**
   * Checks that the heap may hold so much at all.
   *
   * @throws DataException naming both numbers, if not
   */
  public static void requireHeap(String name, long bytes) {
    long heap = Runtime.getRuntime().maxMemory();
    if (bytes > heap) {
      throw new DataException(
          "%s takes %,d bytes of memory, but the Java heap has %,d; raise it with -Xmx"
              .formatted(name, bytes, heap));
    }
  }

  /**
   * The entries by row, those of each in the order in which they came: a counting sort.
   *
   * @param rowOf row of each entry
   */
  public SparseRows byRow(int[] rowOf, MatrixShape shape) {
    int[] start = new int[shape.rows() + 1];
    for (int at = 0; at < count; at++) {
      start[rowOf[at] + 1]++;
    }
    for (int i = 0; i < shape.rows(); i++) {
      start[i + 1] += start[i];
    }
    int[] next = start.clone();
    int[] sortedColumns = new int[count];
    float[] sortedValues = new float[count];
    for (int at = 0; at < count; at++) {
      int to = next[rowOf[at]]++;
      sortedColumns[to] = columns[at];
      sortedValues[to] = values[at];
    }
    return SparseRows.summing(shape.rows(), shape.cols(), start, sortedColumns, sortedValues);
  }

  /** Forgets all entries. */
  void clear() {
    count = 0;
  }

  /** Number of entries so far. */
  public int count() {
    return count;
  }

  /** The columns so far; not a copy. */
  int[] columns() {
    return columns;
  }

  /** The values so far; not a copy. */
  float[] values() {
    return values;
  }
}
