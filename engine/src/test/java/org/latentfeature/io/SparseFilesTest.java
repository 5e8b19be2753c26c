package org.latentfeature.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.Failures;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.MatrixShape;
import org.latentfeature.data.Rows;
import org.latentfeature.data.SparseRows;

/** Files of sparse rows: scipy's, Matrix Market's and libsvm's. */
class SparseFilesTest {

  private static final ReadOptions SPARSE = ReadOptions.DEFAULT.withSparse(true);

  /** 3 × 40 with four entries, one of them an explicit zero in the sparse formats. */
  private static final double[] VALUES = {1.5, -2, 7, 0};

  @TempDir Path folder = Path.of("");

  private static float[][] expected() {
    float[][] x = new float[3][40];
    x[0][1] = 1.5f;
    x[0][39] = -2;
    x[2][0] = 7;
    return x;
  }

  private static void assertExpected(Rows rows) {
    SparseRows sparse = assertInstanceOf(SparseRows.class, rows);
    assertEquals(3, sparse.entries(), "the explicit zero is dropped");
    assertArrayEquals(expected(), sparse.toDense().toArray());
  }

  private Map<String, byte[]> arrays() {
    Map<String, byte[]> arrays = new LinkedHashMap<>();
    arrays.put("indices", vector("<i4", 1, 39, 0, 5));
    arrays.put("indptr", vector("<i8", 0, 2, 2, 4));
    arrays.put("format", text("|S3", "csr", StandardCharsets.US_ASCII));
    arrays.put("shape", vector("<i8", 3, 40));
    arrays.put("data", vector("<f8", VALUES));
    return arrays;
  }

  private static byte[] vector(String descr, double... values) {
    return NpyBytes.file(
        1,
        NpyBytes.header(descr, false, "(" + values.length + ",)"),
        NpyBytes.encode(descr, values));
  }

  private static byte[] text(String descr, String text, Charset charset) {
    return NpyBytes.file(1, NpyBytes.header(descr, false, "()"), text.getBytes(charset));
  }

  private Path npz(Map<String, byte[]> arrays) throws IOException {
    Path file = folder.resolve("x.npz");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      for (Map.Entry<String, byte[]> array : arrays.entrySet()) {
        zip.putNextEntry(new ZipEntry(array.getKey() + ".npy"));
        zip.write(array.getValue());
      }
    }
    return file;
  }

  private Rows read(Path file) throws IOException {
    return MatrixReader.read(file, SPARSE).rows();
  }

  @Test
  void scipysRowsAreRead() throws IOException {
    Path file = npz(arrays());
    assertExpected(read(file));
    assertEquals(new MatrixShape(3, 40), MatrixReader.shape(file, SPARSE));
    Map<String, byte[]> wide = arrays();
    wide.put("format", text("<U3", "csr", Charset.forName("UTF-32LE")));
    assertExpected(read(npz(wide)));
    float twice = ((SparseRows) MatrixReader.read(file, SPARSE.withScaleBy(2)).rows()).values()[2];
    assertEquals(14, twice);
  }

  /** The first row backwards, an entry of the last in three parts, and two that cancel. */
  @Test
  void entriesInAnyOrderAreSortedAndThoseOfOnePlaceAdded() throws IOException {
    Map<String, byte[]> arrays = arrays();
    arrays.put("indptr", vector("<i8", 0, 4, 4, 8));
    arrays.put("indices", vector("<i8", 39, 8, 1, 8, 0, 5, 0, 0));
    arrays.put("data", vector("<f8", -2, 3, 1.5, -3, 1, 0, 4, 2));
    Path file = npz(arrays);
    assertExpected(read(file));
    assertEquals(
        List.of("3 entries were added to another of the same row and column"),
        MatrixReader.read(file, SPARSE).notes());
    assertEquals(
        List.of("3 entries were added to another of the same row and column"),
        MatrixReader.read(file).notes(),
        "dense");
    assertEquals(List.of(), MatrixReader.read(npz(arrays())).notes());
    Path coordinates =
        text("x.mtx", COORDINATES.replace("3 40 4", "3 40 5").replace("3 1 7e0", "3 1 3\n3 1 4"));
    assertExpected(read(coordinates));
    assertEquals(
        List.of("1 entry was added to another of the same row and column"),
        MatrixReader.read(coordinates, SPARSE).notes());
  }

  @Test
  void scipysColumnsAreRead() throws IOException {
    Map<String, byte[]> arrays = arrays();
    double[] starts = new double[41];
    for (int j = 0; j <= 40; j++) {
      starts[j] = (j > 0 ? 1 : 0) + (j > 1 ? 1 : 0) + (j > 5 ? 1 : 0) + (j > 39 ? 1 : 0);
    }
    arrays.put("format", text("|S3", "csc", StandardCharsets.US_ASCII));
    arrays.put("indptr", vector("<i4", starts));
    arrays.put("indices", vector("<i4", 2, 0, 2, 0));
    arrays.put("data", vector("<f4", 7, 1.5, 0, -2));
    assertExpected(read(npz(arrays)));
    arrays.put(
        "indptr", vector("<i4", Arrays.stream(starts).map(at -> at + (at > 0 ? 1 : 0)).toArray()));
    arrays.put("indices", vector("<i4", 2, 2, 0, 2, 0));
    arrays.put("data", vector("<f4", 3, 4, 1.5, 0, -2));
    Path repeated = npz(arrays);
    assertExpected(read(repeated));
    assertEquals(
        List.of("1 entry was added to another of the same row and column"),
        MatrixReader.read(repeated, SPARSE).notes());
  }

  private static Map<String, byte[]> coordinates(double[] rows, double[] columns) {
    Map<String, byte[]> arrays = new LinkedHashMap<>();
    arrays.put("row", vector("<i4", rows));
    arrays.put("col", vector("<i8", columns));
    arrays.put("format", text("|S3", "coo", StandardCharsets.US_ASCII));
    arrays.put("shape", vector("<i8", 3, 40));
    arrays.put("data", vector("<f8", 4, -2, 3, 1.5, 0));
    return arrays;
  }

  /** An entry in two parts, and one that is zero. */
  @Test
  void scipysEntriesInAnyOrderAreRead() throws IOException {
    double[] rows = {2, 0, 2, 0, 1};
    double[] columns = {0, 39, 0, 1, 5};
    Path file = npz(coordinates(rows, columns));
    assertExpected(read(file));
    assertEquals(
        List.of("1 entry was added to another of the same row and column"),
        MatrixReader.read(file, SPARSE).notes());
    Failures.assertSays(
        () -> MatrixReader.blocks(file, SPARSE, WorkListener.SILENT),
        "in the format coo, entries in any order",
        "save x.tocsr()");
    rows[3] = 3;
    Path outside = npz(coordinates(rows, columns));
    Failures.assertSays(() -> read(outside), "position 3 of", "x.npz[row] is 3", "from 0 to 2");
    columns[1] = -1;
    Path negative = npz(coordinates(rows, columns));
    Failures.assertSays(() -> read(negative), "position 1 of", "x.npz[col] is -1", "from 0 to 39");
    Path fewer = npz(coordinates(Arrays.copyOf(rows, 4), columns));
    Failures.assertSays(() -> read(fewer), "x.npz[row] has 4 numbers", "one of each");
    Map<String, byte[]> without = coordinates(rows, columns);
    without.remove("col");
    Path incomplete = npz(without);
    Failures.assertSays(() -> read(incomplete), "has no array col");
  }

  @Test
  void denserRowsAndThoseOfOtherReadersAreDense() throws IOException {
    Path file = npz(arrays());
    Matrix dense = assertInstanceOf(Matrix.class, MatrixReader.read(file).rows());
    assertArrayEquals(expected(), dense.toArray());
    Map<String, byte[]> full = arrays();
    full.put("shape", vector("<i8", 3, 40));
    full.put("indptr", vector("<i8", 0, 2, 4, 6));
    full.put("indices", vector("<i4", 1, 2, 1, 2, 1, 2));
    full.put("data", vector("<f8", 1, 2, 3, 4, 5, 6));
    assertInstanceOf(Matrix.class, read(npz(full)), "5 % are not zero");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          indptr  | 0 2 1 4   | position 2 of | is 1, where row 3 begins, after 2
          indptr  | 1 2 2 4   | position 0 of | is 1
          indptr  | 0 2 4     | has 3 numbers | for 3 rows it must have one more
          indptr  | 0 2 2 5   | has 4 numbers | ends at 5
          indices | 1 40 0 5  | position 1 of | in row 1 (counting from 1), is 40; indices must be from 0 to 39
          indices | 1 39 -1 5 | position 2 of | in row 3 (counting from 1), is -1
          indices | 1 39 0    | has 3 numbers | ends at 4
          data    | 1 2 3     | has 3 numbers | ends at 4
          data    | 1 2 nan 4 | row 3, column 1 | missing or infinite
          shape   | 3         | has 1 dimensions | x.npz[shape]
          shape   | 0 40      | is 0 × 40     | from 1
          """)
  void wrongArraysAreNamed(String array, String numbers, String part, String other)
      throws IOException {
    Map<String, byte[]> arrays = arrays();
    String[] words = numbers.split(" ", -1);
    double[] values = new double[words.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = words[i].equals("nan") ? Double.NaN : Double.parseDouble(words[i]);
    }
    arrays.put(array, vector(array.equals("data") ? "<f8" : "<i8", values));
    Path file = npz(arrays);
    Failures.assertSays(() -> read(file), part, other);
  }

  @Test
  void otherFormatsAndMissingArraysAreNamed() throws IOException {
    Map<String, byte[]> arrays = arrays();
    arrays.put("format", text("|S3", "dia", StandardCharsets.US_ASCII));
    Path diagonals = npz(arrays);
    Failures.assertSays(() -> read(diagonals), "\"dia\"", "csr, csc or coo; save x.tocsr()");
    arrays.put("format", vector("<i4", 3));
    Path number = npz(arrays);
    Failures.assertSays(() -> read(number), "x.npz[format]", "expected a text");
    Map<String, byte[]> fewer = arrays();
    fewer.remove("indptr");
    Path without = npz(fewer);
    Failures.assertSays(() -> read(without), "has no array indptr", "save_npz");
    Map<String, byte[]> cut = arrays();
    byte[] whole = vector("<f8", VALUES);
    cut.put("data", Arrays.copyOf(whole, whole.length - 8));
    Path truncated = npz(cut);
    Failures.assertSays(() -> read(truncated), "is truncated: it has 3 numbers of the 4");
  }

  private Path text(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content);
  }

  private static final String COORDINATES =
      """
      %%MatrixMarket matrix coordinate real general
      % in any order
      3 40 4
      3 6 0
      1 40 -2.0
      3 1 7e0

        1   2  1.5
      """;

  @Test
  void matrixMarketIsRead() throws IOException {
    Path file = text("x.mtx", COORDINATES);
    assertExpected(read(file));
    assertEquals(new MatrixShape(3, 40), MatrixReader.shape(file, SPARSE));
    Path packed = folder.resolve("x.mtx.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      out.write(COORDINATES.getBytes(StandardCharsets.UTF_8));
    }
    assertExpected(read(packed));
    Path pattern =
        text("p.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 50 2\n2 50\n1 1\n");
    SparseRows ones = assertInstanceOf(SparseRows.class, read(pattern));
    assertArrayEquals(new float[] {1, 1}, ones.values());
    assertArrayEquals(new int[] {0, 49}, ones.columns());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          3 1 7e0 | 4 1 7e0    | line 6 of   | row 4; it must be from 1 to 3
          3 1 7e0 | 3 0 7e0    | line 6 of   | column 0; it must be from 1 to 40
          3 1 7e0 | 3 x 7e0    | line 6 of   | expected a column
          3 1 7e0 | 3 1        | line 6 of   | expected row and column and value
          3 1 7e0 | 3 1 7 7    | line 6 of   | expected row and column and value
          3 1 7e0 | 3 1 seven  | line 6 of   | not a number
          3 1 7e0 | 3 1 nan    | row 3, column 1 | missing or infinite
          40 4    | 40 5       | is truncated | 4 entries of the 5
          40 4    | 40 3       | line 8 of    | an entry beyond the 3
          3 40 4  | 3 40       | line 3 of    | expected rows, columns and entries
          3 40 4  | 0 40 4     | 0 rows       | at least one row
          real    | complex    | "complex"    | real or integer or pattern
          general | symmetric  | "symmetric"  | symmetry='general'
          coordinate | array   | "array"      | expected coordinate
          %%Matrix | %Matrix   | is not a Matrix Market file | line 1
          """)
  void wrongLinesAreNamed(String right, String wrong, String part, String other)
      throws IOException {
    Path file = text("x.mtx", COORDINATES.replace(right, wrong));
    Failures.assertSays(() -> read(file), part, other);
  }

  @Test
  void cutAndOtherPackedFilesAreNamed() throws IOException {
    Path packed = folder.resolve("x.mtx.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      out.write(COORDINATES.getBytes(StandardCharsets.UTF_8));
    }
    byte[] whole = Files.readAllBytes(packed);
    Files.write(packed, Arrays.copyOf(whole, whole.length - 20));
    Failures.assertSays(() -> read(packed), "truncated");
    Files.write(packed, COORDINATES.getBytes(StandardCharsets.UTF_8));
    Failures.assertSays(() -> read(packed), "is not a .gz file");
  }

  @Test
  void libsvmIsReadWithoutItsZeros() throws IOException {
    assertExpected(read(text("x.libsvm", "1 2:1.5 40:-2\n0\n-1 1:7 6:0\n")));
    Rows filled = MatrixReader.read(text("y.libsvm", "1 2:1.5\n"), SPARSE.withColumns(30)).rows();
    assertEquals(30, assertInstanceOf(SparseRows.class, filled).cols());
  }
}
