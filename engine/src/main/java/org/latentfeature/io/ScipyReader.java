package org.latentfeature.io;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.latentfeature.data.DataException;
import org.latentfeature.data.MatrixShape;
import org.latentfeature.data.Phrase;
import org.latentfeature.data.SparseRows;

/**
 * Reads what {@code scipy.sparse.save_npz} writes: the arrays {@code indptr}, {@code indices},
 * {@code data}, {@code shape} and {@code format}, csr or csc; or {@code row}, {@code col} and
 * {@code data} of a coo.
 */
final class ScipyReader {

  private static final List<String> ARRAYS = List.of("indptr", "indices", "data", "shape");

  private static final List<String> OF_COORDINATES = List.of("row", "col", "data", "shape");

  private final ZipFile zip;
  private final String name;
  private final ReadOptions options;

  private ScipyReader(ZipFile zip, String name, ReadOptions options) {
    this.zip = zip;
    this.name = name;
    this.options = options;
  }

  /** Returns whether the file has the arrays of a sparse matrix. */
  static boolean isSparse(ZipFile zip) {
    return zip.getEntry("format.npy") != null && zip.getEntry("shape.npy") != null;
  }

  /**
   * Reads the rows of an open file.
   *
   * @param name of the file in messages
   * @throws DataException naming row, position and value of what cannot be used
   */
  static SparseRows read(ZipFile zip, String name, ReadOptions options) throws IOException {
    requireZeros(name, options);
    return new ScipyReader(zip, name, options).read();
  }

  private static void requireZeros(String name, ReadOptions options) {
    if (options.missing().means(0)) {
      throw new DataException(
          "0 cannot be the missing code of "
              + name
              + ", where every omitted entry is 0; write missing entries as nan");
    }
  }

  /** Number of entries, zeros and those that come twice included. */
  static int entries(ZipFile zip, String name) throws IOException {
    ScipyReader reader = new ScipyReader(zip, name, ReadOptions.DEFAULT);
    try (InputStream in = reader.open("data")) {
      return NpyHeader.readVector(in, reader.arrayName("data")).rows();
    }
  }

  /** The size of the matrix. */
  static MatrixShape shape(ZipFile zip, String name) throws IOException {
    return new ScipyReader(zip, name, ReadOptions.DEFAULT).shape();
  }

  /**
   * Opens a file of which blocks of rows are read; it closes {@code zip} with them.
   *
   * @throws DataException if it is not row after row, or damaged
   */
  static SparseBlocks blocks(ZipFile zip, Path path, UnchangedFile opened, ReadOptions options)
      throws IOException {
    requireZeros(path.toString(), options);
    return new ScipyReader(zip, path.toString(), options).blocks(path, opened);
  }

  private SparseBlocks blocks(Path path, UnchangedFile opened) throws IOException {
    String format = requireArrays();
    if (!format.equals("csr")) {
      throw new DataException(
          "%s is in the format %s, %s, and is read block of rows by block of rows; save x.tocsr(), or %s"
              .formatted(
                  name,
                  format,
                  format.equals("csc") ? "column after column" : "entries in any order",
                  Phrase.MEMORY));
    }
    MatrixShape shape = shape();
    int[] starts = starts(shape.rows(), "row");
    int all = starts[shape.rows()];
    int[] entries = new int[shape.rows()];
    for (int i = 0; i < entries.length; i++) {
      entries[i] = starts[i + 1] - starts[i];
    }
    return new SparseBlocks(
        path, shape, entries, opened, zip, () -> new RowCursor(shape.cols(), entries, all));
  }

  /** Row after row of a csr, from two arrays at once. */
  private final class RowCursor implements SparseBlocks.Cursor {

    private final int cols;
    private final int[] entries;
    private final NpyVector indices;
    private final NpyVector data;
    private int row;
    private long position;

    RowCursor(int cols, int[] entries, int all) throws IOException {
      this.cols = cols;
      this.entries = entries;
      indices = vector("indices", all);
      try {
        data = vector("data", all);
      } catch (IOException | RuntimeException e) {
        indices.close();
        throw e;
      }
    }

    private NpyVector vector(String array, int all) throws IOException {
      NpyVector vector = NpyVector.open(ScipyReader.this.open(array), arrayName(array));
      try {
        requireEntries(array, vector.count(), all);
      } catch (DataException e) {
        vector.close();
        throw e;
      }
      return vector;
    }

    @Override
    public SparseRows next(int count) throws IOException {
      int[] start = new int[count + 1];
      for (int i = 0; i < count; i++) {
        start[i + 1] = start[i] + entries[row + i];
      }
      int[] column = new int[start[count]];
      float[] value = new float[column.length];
      for (int i = 0; i < count; i++, row++) {
        for (int at = start[i]; at < start[i + 1]; at++, position++) {
          double j = indices.next();
          if (!(j >= 0 && j < cols)) {
            throw wrongIndex(position, j, row, cols, true);
          }
          column[at] = (int) j;
          value[at] = options.narrow(data.next(), row, (int) j, name);
        }
      }
      return SparseRows.summing(count, cols, start, column, value);
    }

    @Override
    public void skip(int count) throws IOException {
      for (int i = 0; i < count; i++, row++) {
        for (int e = 0; e < entries[row]; e++, position++) {
          indices.next();
          data.next();
        }
      }
    }

    @Override
    public void requireEnd() throws IOException {
      indices.requireEnd();
      data.requireEnd();
    }

    @Override
    public void close() throws IOException {
      indices.close();
      data.close();
    }
  }

  /**
   * Checks that the arrays of a format are there.
   *
   * @return csr, csc or coo
   */
  private String requireArrays() throws IOException {
    String format = format();
    if (!List.of("csr", "csc", "coo").contains(format)) {
      throw new DataException(
          "%s is in the format %s, but must be csr, csc or coo; save x.tocsr()"
              .formatted(name, Excerpt.of(format)));
    }
    for (String array : format.equals("coo") ? OF_COORDINATES : ARRAYS) {
      if (zip.getEntry(array + ".npy") == null) {
        throw new DataException(
            "%s has no array %s; write it with scipy.sparse.save_npz".formatted(name, array));
      }
    }
    return format;
  }

  private SparseRows read() throws IOException {
    String format = requireArrays();
    if (format.equals("coo")) {
      return coordinates(shape());
    }
    boolean byRow = format.equals("csr");
    MatrixShape shape = shape();
    int outer = byRow ? shape.rows() : shape.cols();
    int inner = byRow ? shape.cols() : shape.rows();
    int[] starts = starts(outer, byRow ? "row" : "column");
    int[] indices = indices(starts, outer, inner, byRow);
    float[] values = values(starts, indices, outer, byRow);
    return byRow
        ? SparseRows.summing(outer, inner, starts, indices, values)
        : transposed(starts, indices, values, outer, inner);
  }

  private String format() throws IOException {
    try (InputStream in = open("format")) {
      return NpyVector.text(in, arrayName("format"));
    }
  }

  private MatrixShape shape() throws IOException {
    double[] sides = new double[2];
    try (InputStream in = open("shape")) {
      long count =
          NpyVector.forEach(
              in,
              arrayName("shape"),
              (i, value) -> {
                if (i < 2) {
                  sides[(int) i] = value;
                }
              });
      if (count != 2) {
        throw new DataException(
            "%s has %d dimensions; a matrix has 2".formatted(arrayName("shape"), count));
      }
    }
    for (double side : sides) {
      if (!(side >= 1 && side <= Integer.MAX_VALUE - 8 && side == Math.rint(side))) {
        throw new DataException(
            "%s is %s × %s; each must be a number from 1 to %d"
                .formatted(
                    arrayName("shape"), number(sides[0]), number(sides[1]), Integer.MAX_VALUE - 8));
      }
    }
    return new MatrixShape((int) sides[0], (int) sides[1]);
  }

  /** Where the rows of a csr, or columns of a csc, begin. */
  private int[] starts(int outer, String side) throws IOException {
    SparseArrays.requireHeap(name, 4L * outer);
    int[] starts = new int[outer + 1];
    long count;
    try (InputStream in = open("indptr")) {
      count =
          NpyVector.forEach(
              in,
              arrayName("indptr"),
              (i, value) -> {
                if (i > outer) {
                  return;
                }
                int last = i == 0 ? 0 : starts[(int) i - 1];
                if (i == 0 ? value != 0 : !(value >= last) || value > SparseRows.MOST_ENTRIES) {
                  throw new DataException(
                      "position %d of %s is %s, where %s %d begins, after %d; positions must begin at 0 and not fall"
                          .formatted(i, arrayName("indptr"), number(value), side, i + 1, last));
                }
                starts[(int) i] = (int) value;
              });
    }
    if (count != outer + 1L) {
      throw new DataException(
          "%s has %d numbers, but for %d %ss it must have one more"
              .formatted(arrayName("indptr"), count, outer, side));
    }
    return starts;
  }

  /** Which columns, or rows, the entries are in. */
  private int[] indices(int[] starts, int outer, int inner, boolean byRow) throws IOException {
    int entries = starts[outer];
    SparseArrays.requireHeap(name, 8L * entries);
    Growing found = new Growing(entries);
    int[] at = new int[1];
    long count;
    try (InputStream in = open("indices")) {
      count =
          NpyVector.forEach(
              in,
              arrayName("indices"),
              (i, value) -> {
                if (i >= entries) {
                  return;
                }
                while (starts[at[0] + 1] <= i) {
                  at[0]++;
                }
                if (!(value >= 0 && value < inner)) {
                  throw wrongIndex(i, value, at[0], inner, byRow);
                }
                found.add((int) i, (int) value);
              });
    }
    requireEntries("indices", count, entries);
    return found.ints;
  }

  /** The rows of single entries, in any order. */
  private SparseRows coordinates(MatrixShape shape) throws IOException {
    SparseArrays found = new SparseArrays(name);
    try (NpyVector row = NpyVector.open(open("row"), arrayName("row"));
        NpyVector col = NpyVector.open(open("col"), arrayName("col"));
        NpyVector data = NpyVector.open(open("data"), arrayName("data"))) {
      int count = data.count();
      if (row.count() != count || col.count() != count) {
        throw new DataException(
            "%s has %d numbers, %s %d and %s %d; there must be one of each for an entry"
                .formatted(
                    arrayName("row"),
                    row.count(),
                    arrayName("col"),
                    col.count(),
                    arrayName("data"),
                    count));
      }
      Growing rowOf = new Growing(count);
      for (int at = 0; at < count; at++) {
        int i = coordinate(row.next(), at, "row", shape.rows());
        int j = coordinate(col.next(), at, "col", shape.cols());
        rowOf.add(at, i);
        found.add(j, options.narrow(data.next(), i, j, name));
      }
      for (NpyVector vector : List.of(row, col, data)) {
        vector.requireEnd();
      }
      return found.byRow(rowOf.ints, shape);
    }
  }

  private int coordinate(double value, int at, String array, int count) {
    if (!(value >= 0 && value < count)) {
      throw new DataException(
          "position %d of %s is %s; it must be from 0 to %d"
              .formatted(at, arrayName(array), number(value), count - 1));
    }
    return (int) value;
  }

  private DataException wrongIndex(long i, double value, int at, int inner, boolean byRow) {
    return new DataException(
        "position %d of %s, in %s %d (counting from 1), is %s; indices must be from 0 to %d"
            .formatted(
                i,
                arrayName("indices"),
                byRow ? "row" : "column",
                at + 1,
                number(value),
                inner - 1));
  }

  private float[] values(int[] starts, int[] indices, int outer, boolean byRow) throws IOException {
    int entries = starts[outer];
    float[] values = new float[entries];
    int[] at = new int[1];
    long count;
    try (InputStream in = open("data")) {
      count =
          NpyVector.forEach(
              in,
              arrayName("data"),
              (i, value) -> {
                if (i >= entries) {
                  return;
                }
                while (starts[at[0] + 1] <= i) {
                  at[0]++;
                }
                int index = indices[(int) i];
                values[(int) i] =
                    options.narrow(value, byRow ? at[0] : index, byRow ? index : at[0], name);
              });
    }
    requireEntries("data", count, entries);
    return values;
  }

  private void requireEntries(String array, long count, int entries) {
    if (count != entries) {
      throw new DataException(
          "%s has %d numbers, but %s ends at %d"
              .formatted(arrayName(array), count, arrayName("indptr"), entries));
    }
  }

  /** The rows of D columns. */
  private static SparseRows transposed(
      int[] starts, int[] indices, float[] values, int cols, int rows) {
    int[] begin = new int[rows + 1];
    for (int row : indices) {
      begin[row + 1]++;
    }
    for (int i = 0; i < rows; i++) {
      begin[i + 1] += begin[i];
    }
    int[] next = Arrays.copyOf(begin, rows);
    int[] columns = new int[indices.length];
    float[] byRow = new float[indices.length];
    for (int j = 0; j < cols; j++) {
      for (int at = starts[j]; at < starts[j + 1]; at++) {
        int to = next[indices[at]]++;
        columns[to] = j;
        byRow[to] = values[at];
      }
    }
    return SparseRows.summing(rows, cols, begin, columns, byRow);
  }

  /** An array that grows as its numbers come, to the length that they claim. */
  private static final class Growing {

    private static final int FIRST = 1 << 20;

    private final int length;
    private int[] ints;

    Growing(int length) {
      this.length = length;
      ints = new int[Math.min(length, FIRST)];
    }

    void add(int i, int value) {
      if (i == ints.length) {
        ints = Arrays.copyOf(ints, (int) Math.min(length, 2L * i));
      }
      ints[i] = value;
    }
  }

  private InputStream open(String array) throws IOException {
    ZipEntry entry = zip.getEntry(array + ".npy");
    if (entry == null) {
      throw new EOFException("no " + array);
    }
    return NpzReader.checked(zip, entry, arrayName(array));
  }

  private String arrayName(String array) {
    return name + "[" + array + "]";
  }

  /** A whole number without a fraction. */
  private static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }
}
