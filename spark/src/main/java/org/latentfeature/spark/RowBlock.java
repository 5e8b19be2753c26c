package org.latentfeature.spark;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Rows;
import org.latentfeature.data.SparseRows;

/**
 * Rows of X that follow each other in one partition: what Spark stores, spills, copies and computes
 * again. Dense, or compressed sparse rows. Immutable.
 */
final class RowBlock implements Serializable {

  private static final long serialVersionUID = 1L;

  /**
   * One buffer outside the heap for each thread, since a new one for each visit costs collections.
   */
  private static final ThreadLocal<@Nullable Matrix> BUFFER = new ThreadLocal<>();

  private final int rows;
  private final int cols;
  private final int @Nullable [] start;
  private final int @Nullable [] column;
  private final float[] value;
  private final int fingerprint;
  private final int missing;

  private RowBlock(
      int rows, int cols, int @Nullable [] start, int @Nullable [] column, float[] value) {
    this.rows = rows;
    this.cols = cols;
    this.start = start;
    this.column = column;
    this.value = value;
    missing = missing(value);
    int hash = Arrays.hashCode(value);
    fingerprint =
        start == null ? hash : 31 * (31 * hash + Arrays.hashCode(start)) + Arrays.hashCode(column);
  }

  private static int missing(float[] values) {
    int missing = 0;
    for (float value : values) {
      missing += Float.isNaN(value) ? 1 : 0;
    }
    return missing;
  }

  /**
   * Dense rows.
   *
   * @param value their entries, row after row, rows × cols; not copied
   */
  static RowBlock dense(int rows, int cols, float[] value) {
    return new RowBlock(rows, cols, null, null, value);
  }

  /** Sparse rows; not copied. */
  static RowBlock sparse(SparseRows x) {
    return new RowBlock(x.rows(), x.cols(), x.starts(), x.columns(), x.values());
  }

  int rows() {
    return rows;
  }

  int cols() {
    return cols;
  }

  boolean isSparse() {
    return start != null;
  }

  /** Returns whether no entry is missing. */
  boolean isComplete() {
    return missing == 0;
  }

  /** Number of entries that are stored. */
  long entries() {
    return value.length;
  }

  float largest() {
    float largest = 0;
    for (float entry : value) {
      // Of NaN, which is missing, this is false.
      largest = Math.abs(entry) > largest ? Math.abs(entry) : largest;
    }
    return largest;
  }

  /** Σ x² of each column, in double precision. */
  double[] columnSquares() {
    double[] squares = new double[cols];
    for (int at = 0; at < value.length; at++) {
      squares[column == null ? at % cols : column[at]] += (double) value[at] * value[at];
    }
    return squares;
  }

  /** Number of entries that are not missing, zeros among them. */
  long known() {
    return (long) rows * cols - missing;
  }

  /** Sum of the squares of the known entries. */
  double squares() {
    double sum = 0;
    for (float entry : value) {
      sum += Float.isNaN(entry) ? 0 : (double) entry * entry;
    }
    return sum;
  }

  /** Returns a hash of the entries, which is always equal for equal rows. */
  int fingerprint() {
    return fingerprint;
  }

  /** The rows, which hold until the same thread asks for those of another block. */
  Rows rowsOfThread() {
    if (start != null && column != null) {
      return SparseRows.of(rows, cols, start, column, value);
    }
    return denseOfThread();
  }

  /**
   * Returns the rows as a dense matrix, which holds until the same thread requests those of another
   * block.
   */
  Matrix denseOfThread() {
    Matrix buffer = BUFFER.get();
    if (buffer == null || buffer.cols() != cols || buffer.rows() < rows) {
      buffer = Matrix.allocate(rows, cols);
      BUFFER.set(buffer);
    }
    if (start == null) {
      buffer.setRows(0, rows, value);
    } else {
      getRows(buffer, 0);
    }
    Matrix view = buffer.view(0, rows);
    return missing > 0 ? view : view.complete();
  }

  /** A copy of the rows with these numbers, ascending, as a block of the same kind. */
  RowBlock select(int[] numbers) {
    if (start == null || column == null) {
      float[] some = new float[numbers.length * cols];
      for (int i = 0; i < numbers.length; i++) {
        System.arraycopy(value, numbers[i] * cols, some, i * cols, cols);
      }
      return dense(numbers.length, cols, some);
    }
    return sparse(SparseRows.of(rows, cols, start, column, value).selectRows(numbers));
  }

  /** Writes row {@code i}, zeros included, into the first D entries of {@code into}. */
  void getRow(int i, float[] into) {
    if (start == null || column == null) {
      System.arraycopy(value, i * cols, into, 0, cols);
      return;
    }
    Arrays.fill(into, 0, cols, 0);
    for (int at = start[i]; at < start[i + 1]; at++) {
      into[column[at]] = value[at];
    }
  }

  /** Writes the rows into those of {@code into} from number {@code next} on. */
  private void getRows(Matrix into, int next) {
    float[] row = new float[cols];
    for (int i = 0; i < rows; i++) {
      getRow(i, row);
      into.setRow(next + i, row);
    }
  }

  /** The rows of {@code parts}, one after another, as a dense matrix. */
  static Matrix dense(List<RowBlock> parts) {
    int cols = parts.get(0).cols;
    Matrix all = Matrix.allocate(parts.stream().mapToInt(RowBlock::rows).sum(), cols);
    int next = 0;
    for (RowBlock part : parts) {
      part.getRows(all, next);
      next += part.rows;
    }
    return all;
  }

  /** Returns the rows of sparse {@code parts}, one after another, as sparse rows. */
  static SparseRows sparse(List<RowBlock> parts) {
    int[] start = new int[parts.stream().mapToInt(RowBlock::rows).sum() + 1];
    int entries = Math.toIntExact(parts.stream().mapToLong(RowBlock::entries).sum());
    int[] column = new int[entries];
    float[] value = new float[entries];
    int row = 0;
    int at = 0;
    for (RowBlock part : parts) {
      int[] theirs = Objects.requireNonNull(part.start);
      System.arraycopy(Objects.requireNonNull(part.column), 0, column, at, part.value.length);
      System.arraycopy(part.value, 0, value, at, part.value.length);
      for (int i = 1; i <= part.rows; i++) {
        start[++row] = at + theirs[i];
      }
      at += part.value.length;
    }
    return SparseRows.of(start.length - 1, parts.get(0).cols, start, column, value);
  }
}
