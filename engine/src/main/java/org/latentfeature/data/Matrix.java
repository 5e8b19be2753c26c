package org.latentfeature.data;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.Objects;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;

/**
 * A dense N×D matrix of 32-bit floats, row after row, outside the Java heap.
 *
 * <p>The storage is a list of direct buffers, each a whole number of rows, so the number of entries
 * may exceed 2^31 while rows and columns are {@code int}s. Memory belongs to the matrix and is
 * released by the garbage collector once the matrix and every buffer obtained from it are
 * unreachable. Reading from several threads is safe; writing is not.
 *
 * <p>The {@link #facts} of the matrix are cached. Only {@link #set} and {@link #setRow} write to
 * it, and they discard the cache: a matrix that changes between two fits is read again, an
 * unchanged one is read once.
 */
public non-sealed class Matrix implements Rows {

  /** Largest buffer: 2^28 floats (1 GiB), well under what one {@link ByteBuffer} can address. */
  public static final long MAX_SEGMENT_ENTRIES = 1L << 28;

  private final int rows;
  private final int cols;
  private final int segmentRows;
  private final FloatBuffer[] segments;

  /** Position of row 0 in the segments, and whether the segments belong to another matrix. */
  private final int offset;

  private final boolean view;

  /** Null until first used, and after every change. */
  private volatile @Nullable RememberedFacts remembered;

  /** Takes segments of equally many whole rows, but for the last, which may be shorter. */
  Matrix(int rows, int cols, ByteBuffer[] segments) {
    this.rows = rows;
    this.cols = cols;
    this.segmentRows = segments[0].capacity() / Float.BYTES / cols;
    this.segments = new FloatBuffer[segments.length];
    for (int s = 0; s < segments.length; s++) {
      this.segments[s] = segments[s].order(ByteOrder.nativeOrder()).asFloatBuffer();
    }
    offset = 0;
    view = false;
  }

  private Matrix(int rows, int cols, FloatBuffer entries) {
    this.rows = rows;
    this.cols = cols;
    segmentRows = rows;
    segments = new FloatBuffer[] {entries};
    offset = 0;
    view = true;
  }

  private Matrix(Matrix whole, int from, int rows) {
    this.rows = rows;
    cols = whole.cols;
    segmentRows = whole.segmentRows;
    segments = whole.segments;
    offset = whole.offset + from;
    view = true;
  }

  /**
   * A new matrix of zeros.
   *
   * @param rows number of rows, at least 1
   * @param cols number of columns, at least 1
   * @throws DataException if the JVM does not have this memory outside its heap
   */
  public static Matrix allocate(int rows, int cols) {
    return allocate(rows, cols, MAX_SEGMENT_ENTRIES);
  }

  static Matrix allocate(int rows, int cols, long maxSegmentEntries) {
    return new Matrix(rows, cols, newSegments(rows, cols, maxSegmentEntries));
  }

  /**
   * Reads the next {@code rows × cols} floats of a channel, in native byte order.
   *
   * @throws EOFException if the channel ends before the last of them
   * @throws DataException if the JVM does not have this memory outside its heap
   */
  public static Matrix read(ReadableByteChannel channel, int rows, int cols) throws IOException {
    return read(channel, rows, cols, MAX_SEGMENT_ENTRIES);
  }

  /**
   * Reads floats of a channel into segments of at most {@code maxSegmentEntries} entries, so that
   * tests can cross segment borders.
   */
  static Matrix read(ReadableByteChannel channel, int rows, int cols, long maxSegmentEntries)
      throws IOException {
    ByteBuffer[] segments = newSegments(rows, cols, maxSegmentEntries);
    for (ByteBuffer segment : segments) {
      while (segment.hasRemaining()) {
        if (channel.read(segment) < 0) {
          throw new EOFException("the entries end early");
        }
      }
      segment.clear();
    }
    return new Matrix(rows, cols, segments);
  }

  private static ByteBuffer[] newSegments(int rows, int cols, long maxSegmentEntries) {
    checkShape(rows, cols);
    long limit = DirectMemory.limit();
    if ((double) rows * cols * Float.BYTES > limit) {
      // Before gigabytes of earlier segments are filled with zeros in vain.
      throw tooLarge(rows, cols, "the JVM's limit is " + limit, null);
    }
    int perSegment = rowsPerSegment(rows, cols, maxSegmentEntries);
    ByteBuffer[] segments = new ByteBuffer[segmentCount(rows, perSegment)];
    for (int s = 0; s < segments.length; s++) {
      int count = Math.min(perSegment, rows - s * perSegment);
      segments[s] = newSegment(count, rows, cols);
    }
    return segments;
  }

  /**
   * A copy of {@code values}, one inner array per row. NaN marks a missing entry. Markov models
   * accept these; the other estimators refuse them in {@code fit}.
   *
   * @throws IllegalArgumentException if there is no row or no column, if a row is null, or if a row
   *     differs in length from row 1; the message names the row
   */
  public static Matrix of(float[][] values) {
    Matrix m = ofShape(values, row -> row.length);
    for (int i = 0; i < values.length; i++) {
      m.setRow(i, values[i]);
    }
    return m;
  }

  /**
   * Copies {@code values}, one inner array per row, and rounds them to 32-bit floats. NaN marks a
   * missing entry.
   *
   * @throws DataException naming row and column of a finite entry that is too large for a 32-bit
   *     float
   */
  public static Matrix of(double[][] values) {
    Matrix m = ofShape(values, row -> row.length);
    float[] row = new float[m.cols];
    for (int i = 0; i < values.length; i++) {
      for (int j = 0; j < row.length; j++) {
        double value = values[i][j];
        row[j] =
            Double.isFinite(value) ? FiniteCheck.narrow(value, 1, false, i, j, "X") : (float) value;
      }
      m.setRow(i, row);
    }
    return m;
  }

  private static <R> Matrix ofShape(R[] values, ToIntFunction<R> length) {
    if (values.length == 0) {
      throw new IllegalArgumentException("a matrix needs at least one row");
    }
    int cols = -1;
    for (int i = 0; i < values.length; i++) {
      R row = values[i];
      if (row == null) {
        throw new IllegalArgumentException(
            "row %,d (counting from 1) of X is null".formatted(i + 1));
      }
      int found = length.applyAsInt(row);
      if (i > 0 && found != cols) {
        throw new IllegalArgumentException(
            "row %,d (counting from 1) of X has %,d entries, but row 1 has %,d"
                .formatted(i + 1, found, cols));
      }
      cols = found;
    }
    return allocate(values.length, cols);
  }

  /**
   * A view (not a copy) of entries that stand row after row from position 0 of {@code entries} on;
   * it cannot be written to. The caller keeps ownership of the memory: it must not be freed while
   * the matrix is in use, and not be written after the first call of {@link #facts} or the first
   * fit.
   *
   * @param entries direct, in the machine's byte order, of {@code rows × cols} floats at least
   * @throws IllegalArgumentException if they are on the Java heap, in the other byte order, or too
   *     few; the message says how to allocate such a buffer
   */
  public static Matrix wrap(FloatBuffer entries, int rows, int cols) {
    checkShape(rows, cols);
    if (!entries.isDirect() || entries.order() != ByteOrder.nativeOrder()) {
      throw new IllegalArgumentException(
          "the entries of X are %s; allocate them by ByteBuffer.allocateDirect(bytes)"
                  .formatted(entries.isDirect() ? "in the other byte order" : "on the Java heap")
              + ".order(ByteOrder.nativeOrder()).asFloatBuffer(), or copy them by Matrix.of");
    }
    if (entries.capacity() < (long) rows * cols) {
      throw new IllegalArgumentException(
          "%,d entries do not fill a matrix of %d×%d".formatted(entries.capacity(), rows, cols));
    }
    return new Matrix(rows, cols, entries.duplicate().clear());
  }

  /**
   * The mean of the rows, D entries.
   *
   * @param stop checked between rows; stops the computation
   */
  public double[] columnMeans(StopSignal stop) {
    double[] mean = new double[cols()];
    float[] row = new float[mean.length];
    for (int i = 0; i < rows(); i++) {
      stop.check(i);
      getRow(i, row);
      for (int j = 0; j < mean.length; j++) {
        mean[j] += row[j];
      }
    }
    for (int j = 0; j < mean.length; j++) {
      mean[j] /= rows();
    }
    return mean;
  }

  @Override
  public int rows() {
    return rows;
  }

  @Override
  public int cols() {
    return cols;
  }

  /** Bytes of storage, 4·N·D. */
  public long bytes() {
    return size() * Float.BYTES;
  }

  /**
   * The entry in row {@code i}, column {@code j}, both from 0.
   *
   * @throws IndexOutOfBoundsException naming both and the shape, if there is no such entry
   */
  public float get(int i, int j) {
    requireEntry(i, j);
    return segment(i).get(place(i) + j);
  }

  /**
   * Sets the entry in row {@code i}, column {@code j}, both from 0.
   *
   * @param value the new value
   * @throws IndexOutOfBoundsException naming both and the shape, if there is no such entry
   */
  public void set(int i, int j, float value) {
    requireEntry(i, j);
    forget();
    segment(i).put(place(i) + j, value);
  }

  /**
   * Copies row {@code i}, from 0, into the first D entries of {@code into}.
   *
   * @throws IndexOutOfBoundsException naming row and shape, if there is no such row
   */
  public void getRow(int i, float[] into) {
    requireRow(i);
    segment(i).get(place(i), into, 0, cols);
  }

  /**
   * Copies {@code from} (D entries) into row {@code i}, from 0.
   *
   * @throws IndexOutOfBoundsException naming row and shape, if there is no such row
   */
  public void setRow(int i, float[] from) {
    requireRow(i);
    if (from.length != cols) {
      throw new IllegalArgumentException(
          "row " + i + " has " + from.length + " entries, expected " + cols);
    }
    forget();
    segment(i).put(place(i), from, 0, cols);
  }

  /**
   * Copies {@code from} (the first {@code count × D} entries) into {@code count} rows.
   *
   * @param first of them, from 0
   */
  public void setRows(int first, int count, float[] from) {
    Objects.checkFromIndexSize(first, count, rows);
    forget();
    for (int done = 0; done < count; ) {
      int some = contiguousRows(first + done, count - done);
      segment(first + done).put(place(first + done), from, done * cols, some * cols);
      done += some;
    }
  }

  /** Writes only where there is something to forget: writing rows must stay cheap. */
  private void forget() {
    if (view) {
      throw new UnsupportedOperationException("a view of another matrix's rows is read-only");
    }
    if (remembered != null) {
      remembered = null;
    }
  }

  /**
   * Facts computed in one reading of all entries, on the first call; cached until the matrix is
   * written to. Concurrent first calls read the matrix once.
   */
  @Override
  public DataFacts facts() {
    return remembered().facts();
  }

  /** This matrix, of which the caller knows that no entry is missing: it is not read for that. */
  public Matrix complete() {
    remembered().setComplete();
    return this;
  }

  /** Returns the cached facts of the entries as they are now. */
  synchronized RememberedFacts remembered() {
    RememberedFacts known = remembered;
    if (known == null) {
      known = new RememberedFacts(this);
      remembered = known;
    }
    return known;
  }

  /** Computed in the same reading as the {@link #facts}, if those are not cached yet. */
  @Override
  public String hash() {
    return remembered().hash();
  }

  @Override
  public Matrix matrix() {
    return this;
  }

  /** A copy on the Java heap, in double precision. */
  public Dense toDense() {
    Dense out = new Dense(rows, cols);
    float[] row = new float[cols];
    for (int i = 0; i < rows; i++) {
      getRow(i, row);
      for (int j = 0; j < cols; j++) {
        out.values()[i * cols + j] = row[j];
      }
    }
    return out;
  }

  /** A copy on the Java heap, an array for each row. */
  public float[][] toArray() {
    float[][] all = new float[rows][cols];
    for (int i = 0; i < rows; i++) {
      getRow(i, all[i]);
    }
    return all;
  }

  /** The shape. */
  @Override
  public String toString() {
    return "%,d × %,d".formatted(rows, cols);
  }

  @Override
  public Matrix selectRows(int[] kept) {
    Matrix out = allocate(kept.length, cols);
    float[] row = new float[cols];
    for (int i = 0; i < kept.length; i++) {
      getRow(kept[i], row);
      out.setRow(i, row);
    }
    return out;
  }

  /**
   * Number of rows, starting at {@code from}, that lie in one buffer, at most {@code limit}: the
   * largest count for {@link #rows(int, int)}.
   */
  public int contiguousRows(int from, int limit) {
    int segment = (offset + from) / segmentRows;
    // In long arithmetic: the end of the last segment may lie beyond 2^31.
    long end = Math.min(rows, (segment + 1L) * segmentRows - offset);
    return (int) Math.min(limit, end - from);
  }

  /**
   * A read-only view (not a copy) of {@code count} rows, starting at {@code from}, which must lie
   * in one buffer (see {@link #contiguousRows}). Position 0 is the first entry of row {@code from}.
   */
  public FloatBuffer rows(int from, int count) {
    if (count > contiguousRows(from, count)) {
      throw new IllegalArgumentException(
          "rows " + from + " to " + (from + count) + " are in different segments");
    }
    return segment(from).slice(place(from), count * cols).asReadOnlyBuffer();
  }

  /**
   * A read-only view (not a copy) of {@code count} rows, starting at {@code from}.
   *
   * @throws IndexOutOfBoundsException if there are fewer rows
   */
  public Matrix view(int from, int count) {
    Objects.checkFromIndexSize(from, count, rows);
    Matrix some = new Matrix(this, from, count);
    RememberedFacts known = remembered;
    return known != null && known.isComplete() ? some.complete() : some;
  }

  /** The segment that has row {@code i}. */
  private FloatBuffer segment(int i) {
    return segments[(offset + i) / segmentRows];
  }

  /** Where row {@code i} begins in its segment. */
  private int place(int i) {
    return (offset + i) % segmentRows * cols;
  }

  private void requireEntry(int i, int j) {
    if (i < 0 || i >= rows || j < 0 || j >= cols) {
      throw new IndexOutOfBoundsException(
          "entry (" + i + ", " + j + ") of a " + rows + "×" + cols + " matrix");
    }
  }

  private void requireRow(int i) {
    if (i < 0 || i >= rows) {
      throw new IndexOutOfBoundsException("row " + i + " of a " + rows + "×" + cols + " matrix");
    }
  }

  private static ByteBuffer newSegment(int count, int rows, int cols) {
    try {
      return ByteBuffer.allocateDirect(Math.multiplyExact(count * cols, Float.BYTES));
    } catch (OutOfMemoryError e) {
      throw tooLarge(rows, cols, String.valueOf(e.getMessage()), e);
    }
  }

  private static DataException tooLarge(
      int rows, int cols, String why, @Nullable OutOfMemoryError cause) {
    String message =
        "a matrix of "
            + rows
            + "×"
            + cols
            + " needs "
            + (long) rows * cols * Float.BYTES
            + " bytes outside the Java heap: "
            + why
            + "; raise the limit with -XX:MaxDirectMemorySize, or use less data";
    return cause == null ? new DataException(message) : new DataException(message, cause);
  }

  private static void checkShape(int rows, int cols) {
    if (rows < 1 || cols < 1) {
      throw new IllegalArgumentException(
          "a matrix needs at least one row and one column, not " + rows + "×" + cols);
    }
    if (cols > MAX_SEGMENT_ENTRIES) {
      throw new IllegalArgumentException(
          cols + " columns are more than the limit of " + MAX_SEGMENT_ENTRIES);
    }
  }

  private static int rowsPerSegment(int rows, int cols, long maxSegmentEntries) {
    return (int) Math.max(1, Math.min(rows, maxSegmentEntries / cols));
  }

  private static int segmentCount(int rows, int perSegment) {
    return (int) (((long) rows + perSegment - 1) / perSegment);
  }
}
