package org.latentfeature.data;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * N rows of D entries of which few are not zero, as compressed sparse rows on the Java heap, 8
 * bytes an entry: those of row i are at {@code start(i)} … {@code start(i + 1) − 1} of two arrays,
 * by ascending column. No entry is an explicit zero. Immutable.
 */
public final class SparseRows implements Rows {

  /** The largest array that every JVM allocates: most entries that are not zero. */
  public static final int MOST_ENTRIES = Integer.MAX_VALUE - 8;

  /** Share of entries that are not zero from which dense rows are as fast. */
  public static final double DENSE = 0.05;

  private final int rows;
  private final int cols;
  private final int[] start;
  private final int[] column;
  private final float[] value;
  private final int summed;
  private @Nullable DataFacts facts;
  private @Nullable String hash;

  private SparseRows(int rows, int cols, int[] start, int[] column, float[] value) {
    this(rows, cols, start, column, value, 0);
  }

  private SparseRows(int rows, int cols, int[] start, int[] column, float[] value, int summed) {
    this.rows = rows;
    this.cols = cols;
    this.start = start;
    this.column = column;
    this.value = value;
    this.summed = summed;
  }

  /**
   * Rows that take over the arrays, which must not be written to any more. Explicit zeros are
   * dropped; NaN is a missing entry.
   *
   * @param rows N
   * @param cols D
   * @param start N + 1 positions, from 0, never falling
   * @param column of each entry, from 0, ascending within a row
   * @param value of each entry
   * @throws IllegalArgumentException naming the row and the position where they are not so
   */
  public static SparseRows of(int rows, int cols, int[] start, int[] column, float[] value) {
    requirePositions(rows, cols, start, column, value);
    for (int i = 0; i < rows; i++) {
      requireRow(i, cols, start, column);
    }
    return withoutZeros(rows, cols, start, column, value);
  }

  private static void requirePositions(
      int rows, int cols, int[] start, int[] column, float[] value) {
    if (rows < 1 || cols < 1) {
      throw new IllegalArgumentException(
          "a matrix needs at least one row and one column, not " + rows + "×" + cols);
    }
    if (start.length != rows + 1 || start[0] != 0) {
      throw new IllegalArgumentException(
          "%,d positions, of which the first is %,d, for %,d rows; there must be one more, from 0"
              .formatted(start.length, start.length == 0 ? -1 : start[0], rows));
    }
    for (int i = 0; i < rows; i++) {
      if (start[i + 1] < start[i]) {
        throw new IllegalArgumentException(
            "row %,d ends at position %,d, before it begins at %,d"
                .formatted(i, start[i + 1], start[i]));
      }
    }
    int entries = start[rows];
    if (entries > column.length || entries > value.length) {
      throw new IllegalArgumentException(
          "%,d columns and %,d values for %,d entries"
              .formatted(column.length, value.length, entries));
    }
  }

  /**
   * Rows like those of {@link #of}, of entries that may be in any order within a row; those of the
   * same row and column are added, in double precision and in their order, as scipy does. {@link
   * #summed} says how many were.
   *
   * @param start N + 1 positions, from 0, never falling
   * @param column of each entry, from 0 to {@code cols − 1}; written to
   * @param value of each entry; written to
   * @throws IllegalArgumentException as {@link #of}
   */
  public static SparseRows summing(int rows, int cols, int[] start, int[] column, float[] value) {
    requirePositions(rows, cols, start, column, value);
    int[] from = new int[rows + 1];
    int to = 0;
    for (int i = 0; i < rows; i++) {
      sortRow(start[i], start[i + 1], column, value);
      for (int at = start[i]; at < start[i + 1]; ) {
        int j = column[at];
        double sum = value[at++];
        while (at < start[i + 1] && column[at] == j) {
          sum += value[at++];
        }
        column[to] = j;
        value[to++] = (float) sum;
      }
      from[i + 1] = to;
    }
    SparseRows found = of(rows, cols, from, column, value);
    return new SparseRows(rows, cols, found.start, found.column, found.value, start[rows] - to);
  }

  /** Sorts the entries from one position to another by column, those of a column as they came. */
  private static void sortRow(int from, int to, int[] column, float[] value) {
    boolean isSorted = true;
    for (int at = from + 1; at < to; at++) {
      isSorted &= column[at - 1] <= column[at];
    }
    if (isSorted) {
      return;
    }
    long[] keys = new long[to - from];
    for (int at = from; at < to; at++) {
      keys[at - from] = (long) column[at] << Integer.SIZE | at;
    }
    Arrays.sort(keys);
    float[] values = Arrays.copyOfRange(value, from, to);
    for (int at = from; at < to; at++) {
      long key = keys[at - from];
      column[at] = (int) (key >> Integer.SIZE);
      value[at] = values[(int) key - from];
    }
  }

  private static void requireRow(int i, int cols, int[] start, int[] column) {
    int last = -1;
    for (int at = start[i]; at < start[i + 1]; at++) {
      int j = column[at];
      if (j <= last || j >= cols) {
        throw new IllegalArgumentException(
            "row %,d has column %,d at position %,d, after %,d; columns must ascend from 0 to %,d"
                .formatted(i, j, at, last, cols - 1));
      }
      last = j;
    }
  }

  private static SparseRows withoutZeros(
      int rows, int cols, int[] start, int[] column, float[] value) {
    int entries = start[rows];
    int kept = 0;
    for (int at = 0; at < entries; at++) {
      kept += value[at] == 0 ? 0 : 1;
    }
    if (kept == entries && column.length == entries && value.length == entries) {
      return new SparseRows(rows, cols, start, column, value);
    }
    int[] from = new int[rows + 1];
    int[] columns = new int[kept];
    float[] values = new float[kept];
    int to = 0;
    for (int i = 0; i < rows; i++) {
      for (int at = start[i]; at < start[i + 1]; at++) {
        if (value[at] != 0) {
          columns[to] = column[at];
          values[to++] = value[at];
        }
      }
      from[i + 1] = to;
    }
    return new SparseRows(rows, cols, from, columns, values);
  }

  @Override
  public int rows() {
    return rows;
  }

  @Override
  public int cols() {
    return cols;
  }

  @Override
  public boolean isSparse() {
    return true;
  }

  /** Number of entries that are not zero. */
  public int entries() {
    return start[rows];
  }

  /** Number of entries of row {@code i} that are not zero. */
  public int entries(int i) {
    return start[i + 1] - start[i];
  }

  /** Number of entries that were added to another one of their row and column. */
  public int summed() {
    return summed;
  }

  /** Share of the N·D entries that are not zero. */
  public double density() {
    return (double) entries() / size();
  }

  /** N + 1 positions at which the rows begin; not a copy, and not to be written to. */
  public int[] starts() {
    return start;
  }

  /** Column of each entry; not a copy, and not to be written to. */
  public int[] columns() {
    return column;
  }

  /** Value of each entry; not a copy, and not to be written to. */
  public float[] values() {
    return value;
  }

  /** Bytes of so many rows with so many entries that are not zero. */
  public static long bytes(int rows, long entries) {
    return (rows + 1L) * Integer.BYTES + entries * (Integer.BYTES + Float.BYTES);
  }

  /** ‖x_i‖² of row {@code i}, in double precision. */
  public double squaredNorm(int i) {
    double sum = 0;
    for (int at = start[i]; at < start[i + 1]; at++) {
      sum += (double) value[at] * value[at];
    }
    return sum;
  }

  /** The mean of the rows, D entries, in double precision. */
  public double[] columnMeans() {
    double[] mean = new double[cols];
    for (int at = 0; at < entries(); at++) {
      mean[column[at]] += value[at];
    }
    for (int j = 0; j < cols; j++) {
      mean[j] /= rows;
    }
    return mean;
  }

  /** Writes row {@code i}, zeros included, into the first D entries of {@code into}. */
  public void getRow(int i, float[] into) {
    Arrays.fill(into, 0, cols, 0);
    for (int at = start[i]; at < start[i + 1]; at++) {
      into[column[at]] = value[at];
    }
  }

  @Override
  public synchronized DataFacts facts() {
    DataFacts known = facts;
    if (known == null) {
      known = SparseFacts.of(this);
      facts = known;
    }
    return known;
  }

  /** That of the dense matrix with these entries, up to a size; see {@link DataHash#sha256}. */
  @Override
  public synchronized String hash() {
    String known = hash;
    if (known == null) {
      known = SparseHash.of(this);
      hash = known;
    }
    return known;
  }

  /**
   * All rows of {@code blocks}, one after another.
   *
   * @param cols D
   */
  static SparseRows concatenated(List<SparseRows> blocks, int cols) {
    long entries = blocks.stream().mapToLong(SparseRows::entries).sum();
    if (entries > MOST_ENTRIES) {
      throw new DataException(
          "%,d selected rows have %,d entries, more than %,d; select fewer"
              .formatted(blocks.stream().mapToLong(SparseRows::rows).sum(), entries, MOST_ENTRIES));
    }
    int[] from = new int[blocks.stream().mapToInt(SparseRows::rows).sum() + 1];
    int[] columns = new int[(int) entries];
    float[] values = new float[(int) entries];
    int to = 0;
    int row = 0;
    for (SparseRows block : blocks) {
      for (int i = 0; i < block.rows; i++) {
        from[++row] = to + block.start[i + 1];
      }
      System.arraycopy(block.column, 0, columns, to, block.entries());
      System.arraycopy(block.value, 0, values, to, block.entries());
      to += block.entries();
    }
    return new SparseRows(row, cols, from, columns, values);
  }

  @Override
  public SparseRows selectRows(int[] kept) {
    int[] from = new int[kept.length + 1];
    for (int i = 0; i < kept.length; i++) {
      long next = (long) from[i] + start[kept[i] + 1] - start[kept[i]];
      if (next > MOST_ENTRIES) {
        throw new DataException(
            "%,d selected rows have more than %,d entries; select fewer"
                .formatted(kept.length, MOST_ENTRIES));
      }
      from[i + 1] = (int) next;
    }
    int[] columns = new int[from[kept.length]];
    float[] values = new float[columns.length];
    for (int i = 0; i < kept.length; i++) {
      int at = start[kept[i]];
      System.arraycopy(column, at, columns, from[i], from[i + 1] - from[i]);
      System.arraycopy(value, at, values, from[i], from[i + 1] - from[i]);
    }
    return new SparseRows(kept.length, cols, from, columns, values);
  }

  /**
   * The columns {@code kept}, ascending, of which no other has an entry, times {@code scale}.
   *
   * @param kept null for all
   */
  public SparseRows scaled(int @Nullable [] kept, double scale) {
    int[] place = new int[cols];
    for (int j = 0; j < cols; j++) {
      place[j] = kept == null ? j : -1;
    }
    for (int k = 0; kept != null && k < kept.length; k++) {
      place[kept[k]] = k;
    }
    int[] columns = new int[entries()];
    float[] values = new float[columns.length];
    for (int at = 0; at < columns.length; at++) {
      columns[at] = place[column[at]];
      values[at] = (float) (value[at] * scale);
    }
    return of(rows, kept == null ? cols : kept.length, start, columns, values);
  }

  /**
   * The dense matrix with these entries, in new memory.
   *
   * @throws DataException if the JVM does not have that memory
   */
  public Matrix toDense() {
    Matrix dense = Matrix.allocate(rows, cols);
    float[] row = new float[cols];
    for (int i = 0; i < rows; i++) {
      getRow(i, row);
      dense.setRow(i, row);
    }
    return dense;
  }

  /** Always refused: only who reads the data may decide that they are worth that memory. */
  @Override
  public Matrix matrix() {
    throw new DataException(
        ("X, %,d × %,d, is sparse (%.2g %% are not zero), and this needs dense rows, which take %,d"
                + " bytes; %s")
            .formatted(rows, cols, 100 * density(), 4 * size(), Phrase.DENSE));
  }

  /** The shape. */
  @Override
  public String toString() {
    return "%,d × %,d, sparse".formatted(rows, cols);
  }
}
