package org.latentfeature.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.BlockReader;
import org.latentfeature.data.Failures;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SparseProblem;
import org.latentfeature.data.SparseRows;

/** Sparse files that are read block by block are what they are when they are read at once. */
final class SparseBlocksTest {

  private static final ReadOptions SPARSE = ReadOptions.DEFAULT.withSparse(true);

  private static final int N = 331;

  /** About thirteen entries a row, each ninth row and the last one empty. */
  private static final SparseRows X = withEmptyRows();

  @TempDir Path folder = Path.of("");

  private static SparseRows withEmptyRows() {
    SparseRows drawn = new SparseProblem(N, 307, 4, 4000, .1, 3).draw().x();
    List<Integer> columns = new ArrayList<>();
    List<Float> values = new ArrayList<>();
    int[] start = new int[N + 1];
    for (int i = 0; i < N; i++) {
      for (int at = drawn.starts()[i]; at < drawn.starts()[i + 1]; at++) {
        if (i % 9 != 8 && i < N - 1) {
          columns.add(drawn.columns()[at]);
          values.add(drawn.values()[at]);
        }
      }
      start[i + 1] = columns.size();
    }
    float[] narrow = new float[values.size()];
    for (int at = 0; at < narrow.length; at++) {
      narrow[at] = values.get(at);
    }
    int[] column = columns.stream().mapToInt(Integer::intValue).toArray();
    return SparseRows.of(N, 307, start, column, narrow);
  }

  /** The rows in a file of this kind; text has all digits. */
  private Path file(String kind) throws IOException {
    Path file = folder.resolve("x." + (kind.equals("stored") ? "npz" : kind));
    switch (kind) {
      case "npz" -> ScipyWriter.write(X, file);
      case "stored" -> {
        Path packed = folder.resolve("packed.npz");
        ScipyWriter.write(X, packed);
        store(packed, file);
      }
      case "libsvm" -> Files.writeString(file, libsvm());
      case "mtx.gz" -> {
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
          out.write(coordinates().getBytes(StandardCharsets.UTF_8));
        }
      }
      default -> Files.writeString(file, coordinates());
    }
    return file;
  }

  private static void store(Path packed, Path file) throws IOException {
    try (ZipInputStream in = new ZipInputStream(Files.newInputStream(packed));
        ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(file))) {
      for (ZipEntry from = in.getNextEntry(); from != null; from = in.getNextEntry()) {
        byte[] bytes = in.readAllBytes();
        CRC32 sum = new CRC32();
        sum.update(bytes);
        ZipEntry to = new ZipEntry(from.getName());
        to.setMethod(ZipEntry.STORED);
        to.setSize(bytes.length);
        to.setCrc(sum.getValue());
        out.putNextEntry(to);
        out.write(bytes);
      }
    }
  }

  private static String libsvm() {
    StringBuilder text = new StringBuilder("# a comment, and then X\n");
    for (int i = 0; i < N; i++) {
      text.append(i % 2);
      for (int at = X.starts()[i]; at < X.starts()[i + 1]; at++) {
        text.append(" %d:%s".formatted(X.columns()[at] + 1, X.values()[at]));
      }
      // A zero that is written, in each seventh row.
      text.append(i % 7 == 0 && X.entries(i) == 0 ? " 307:0\n\n" : "\n");
    }
    return text.toString();
  }

  private static String coordinates() {
    StringBuilder text =
        new StringBuilder(
            "%%%%MatrixMarket matrix coordinate real general\n%d 307 %d\n"
                .formatted(N, X.entries()));
    for (int i = 0; i < N; i++) {
      for (int at = X.starts()[i]; at < X.starts()[i + 1]; at++) {
        text.append(
            String.format(Locale.ROOT, "%d %d %s\n", i + 1, X.columns()[at] + 1, X.values()[at]));
      }
    }
    return text.toString();
  }

  /** Blocks of 64 rows. */
  private static FileRows open(Path file, ReadOptions options) throws IOException {
    BlockReader reader =
        switch (InputFile.extension(file)) {
          case "npz" -> NpzReader.blocks(file, options);
          case "libsvm" -> LibsvmReader.blocks(file, options, WorkListener.SILENT);
          default -> MatrixMarketReader.blocks(file, options, WorkListener.SILENT);
        };
    return new FileRows(reader, 1, WorkListener.SILENT);
  }

  private static void assertSame(SparseRows expected, SparseRows found) {
    assertArrayEquals(expected.starts(), found.starts());
    assertArrayEquals(expected.columns(), found.columns());
    assertArrayEquals(expected.values(), found.values());
    assertEquals(expected.cols(), found.cols());
  }

  @ParameterizedTest
  @ValueSource(strings = {"npz", "stored", "libsvm", "mtx", "mtx.gz"})
  void blocksAreTheWholeFile(String kind) throws IOException {
    Path file = file(kind);
    SparseRows whole = (SparseRows) MatrixReader.read(file, SPARSE).rows();
    assertSame(X, whole);
    try (FileRows rows = open(file, SPARSE)) {
      assertTrue(rows.isSparse());
      assertEquals(64, rows.blockRows());
      int[] next = new int[1];
      rows.forEachBlock(
          StopSignal.NEVER,
          (from, block) -> {
            assertEquals(next[0], from);
            int[] numbers = IntStream.range(from, from + block.rows()).toArray();
            assertSame(whole.selectRows(numbers), (SparseRows) block);
            next[0] += block.rows();
          });
      assertEquals(N, next[0]);
      assertEquals(whole.facts(), rows.facts());
      assertEquals(whole.hash(), rows.hash());
      assertEquals(2, rows.passes(), "facts and fingerprint are one pass");
      assertEquals(2 * Files.size(file), rows.bytesRead());
      int[] some = {330, 3, 3, 64, 0, 4, 5};
      assertSame(whole.selectRows(some), (SparseRows) rows.selectRows(some));
      assertSame(whole.selectRows(IntStream.range(256, 320).toArray()), (SparseRows) rows.block(4));
      assertSame(whole.selectRows(IntStream.range(64, 128).toArray()), (SparseRows) rows.block(1));
      Failures.assertSays(
          () -> rows.forEach(StopSignal.NEVER, (from, block) -> {}), "read all of X into memory");
    }
    try (FileRows dense = MatrixReader.blocks(file, ReadOptions.DEFAULT, WorkListener.SILENT)) {
      assertFalse(dense.isSparse());
      assertArrayEquals(
          whole.toDense().toArray(),
          dense.selectRows(IntStream.range(0, N).toArray()).matrix().toArray());
      assertEquals(whole.hash(), dense.hash());
    }
    long bytes = SparseRows.bytes(N, X.entries());
    assertFalse(MatrixReader.isLarger(file, SPARSE, bytes));
    assertTrue(MatrixReader.isLarger(file, SPARSE, bytes - 1));
    assertTrue(MatrixReader.isLarger(file, ReadOptions.DEFAULT, bytes), "dense");
  }

  /** Blocks have about so many bytes: the more rows, the fewer entries these have. */
  @Test
  void blocksHaveAsManyRowsAsTheirEntriesAllow() throws IOException {
    try (BlockReader reader = NpzReader.blocks(file("npz"), SPARSE);
        FileRows small = new FileRows(reader, 1 << 15, WorkListener.SILENT);
        FileRows large = new FileRows(reader, 1 << 20, WorkListener.SILENT)) {
      assertEquals(128, small.blockRows());
      assertEquals(N, large.blockRows());
    }
  }

  /** A zero, entries of one place, columns backwards: the fingerprint is that of what is left. */
  @Test
  void whatIsLeftAfterAddingIsTheWholeFile() throws IOException {
    StringBuilder text =
        new StringBuilder("%%MatrixMarket matrix coordinate real general\n30000 20000 30003\n");
    for (int i = 1; i <= 30000; i++) {
      text.append(i).append(' ').append(i % 20000 + 1).append(" 1.5\n");
    }
    text.append("30000 1 2\n30000 1 3\n30000 77 0\n");
    Path file = Files.writeString(folder.resolve("long.mtx"), text);
    SparseRows whole = (SparseRows) MatrixReader.read(file, SPARSE).rows();
    assertEquals(1, whole.summed());
    try (FileRows rows = open(file, SPARSE)) {
      assertEquals(1, rows.summed());
      assertEquals(whole.hash(), rows.hash());
      assertEquals(2, rows.passes(), "one for the facts, one more for the fingerprint");
      assertEquals(whole.facts(), rows.facts());
    }
  }

  @Test
  void rowsInNoOrderAreNamed() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("x.mtx"),
            "%%MatrixMarket matrix coordinate real general\n9 40 3\n2 1 5\n\n5 3 1\n4 3 2\n");
    Failures.assertSays(
        () -> MatrixReader.blocks(file, SPARSE, WorkListener.SILENT),
        "line 6 of",
        "is of row 4 after row 5",
        "scipy.io.mmwrite(…, x.tocsr())",
        "read all of X into memory");
  }

  @Test
  void columnsAndOtherArraysAreNamed() throws IOException {
    Path file = folder.resolve("c.npz");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      for (String array : List.of("indptr", "indices", "data", "shape")) {
        zip.putNextEntry(new ZipEntry(array + ".npy"));
        zip.write(
            NpyBytes.file(1, NpyBytes.header("<i4", false, "(2,)"), NpyBytes.encode("<i4", 0, 0)));
      }
      zip.putNextEntry(new ZipEntry("format.npy"));
      zip.write(
          NpyBytes.file(
              1, NpyBytes.header("|S3", false, "()"), "csc".getBytes(StandardCharsets.US_ASCII)));
    }
    Failures.assertSays(
        () -> MatrixReader.blocks(file, SPARSE, WorkListener.SILENT),
        "column after column",
        "save x.tocsr()");
    Path dense = folder.resolve("d.npz");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(dense))) {
      zip.putNextEntry(new ZipEntry("x.npy"));
      zip.write(
          NpyBytes.file(1, NpyBytes.header("<i4", false, "(1, 1)"), NpyBytes.encode("<i4", 1)));
    }
    assertFalse(MatrixReader.isLarger(dense, SPARSE, 0), "cannot be read in blocks");
    Failures.assertSays(
        () -> MatrixReader.blocks(dense, SPARSE, WorkListener.SILENT),
        "save a dense array as .npy");
  }

  /** Whichever block they are in. */
  @ParameterizedTest
  @ValueSource(strings = {"nan", "1e39", "400:1"})
  void wrongEntriesOfLaterBlocksAreNamed(String wrong) throws IOException {
    boolean isColumn = wrong.contains(":");
    String entry = isColumn ? " " + wrong : " 306:" + wrong + " ";
    Path file =
        Files.writeString(
            folder.resolve("x.libsvm"), libsvm() + "1" + entry + (isColumn ? " 399:1" : "") + "\n");
    Failures.assertSays(
        () -> MatrixReader.blocks(file, SPARSE, WorkListener.SILENT),
        isColumn ? "line 338" : "row 332",
        isColumn ? "index 399 after 400" : "column 306");
  }

  @ParameterizedTest
  @ValueSource(strings = {"npz", "stored", "libsvm", "mtx", "mtx.gz"})
  void aFileThatChangesEndsThePass(String kind) throws IOException {
    for (String how : List.of("shorter", "later", "gone")) {
      Path file = file(kind);
      try (FileRows rows = open(file, SPARSE)) {
        rows.facts();
        switch (how) {
          case "shorter" -> Files.write(file, new byte[100]);
          case "later" -> Files.setLastModifiedTime(file, FileTime.fromMillis(1));
          default -> Files.delete(file);
        }
        Failures.assertSays(
            () -> rows.forEachBlock(StopSignal.NEVER, (from, block) -> {}),
            "changed while it was read, at pass 2");
      }
    }
  }

  /** A byte of the values of a late row is another: the checksum of the array is wrong. */
  @Test
  void aDamagedArrayIsNamed() throws IOException {
    Path file = file("stored");
    byte[] bytes = Files.readAllBytes(file);
    byte[] name = "data.npy".getBytes(StandardCharsets.US_ASCII);
    int at = 0;
    while (!Arrays.equals(bytes, at, at + name.length, name, 0, name.length)) {
      at++;
    }
    bytes[at + 200] ^= 1;
    Files.write(file, bytes);
    try (FileRows rows = open(file, SPARSE)) {
      Failures.assertSays(rows::facts, "x.npz[data] is damaged: its checksum differs");
    }
  }

  @Test
  void scaledEntriesAreThoseOfTheWholeFile() throws IOException {
    Path file = file("npz");
    ReadOptions scaled = SPARSE.withScaleBy(.3);
    Matrix whole = ((SparseRows) MatrixReader.read(file, scaled).rows()).toDense();
    try (FileRows rows = open(file, scaled)) {
      SparseRows read = (SparseRows) rows.selectRows(IntStream.range(0, N).toArray());
      assertArrayEquals(whole.toArray(), read.toDense().toArray());
    }
  }
}
