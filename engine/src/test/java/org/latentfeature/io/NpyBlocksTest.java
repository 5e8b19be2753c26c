package org.latentfeature.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.DataException;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.Matrix;

/** Files read block by block are what they are read at once. */
final class NpyBlocksTest {

  private static final int ROWS = 300;
  private static final int COLS = 7;

  @TempDir Path folder = Path.of("");

  private Path file(String descr, boolean fortran) throws IOException {
    double[] values =
        IntStream.range(0, ROWS * COLS)
            .mapToDouble(i -> descr.charAt(1) == 'f' ? i % 101 / 4.0 - 9 : i % 101)
            .toArray();
    return Files.write(
        folder.resolve("x.npy"),
        NpyBytes.file(
            1,
            NpyBytes.header(descr, fortran, "(%d, %d)".formatted(ROWS, COLS)),
            NpyBytes.encode(descr, values)));
  }

  /** Blocks of 64 rows. */
  private static FileRows open(Path file, double scaleBy) throws IOException {
    return new FileRows(
        NpyBlocks.open(file, ReadOptions.DEFAULT.withScaleBy(scaleBy)), 1, WorkListener.SILENT);
  }

  @ParameterizedTest
  @CsvSource({
    "|u1, 1",
    "|i1, 1",
    "<i2, 1",
    ">i2, 1",
    "<u2, 1",
    "<i4, 1",
    "<u4, 1",
    "<i8, 1",
    "<f2, 1",
    "<f4, 1",
    ">f4, 1",
    "<f8, 1",
    "|u1, 0.00392156862745098",
    "<f4, 0.3",
    "<f8, 0.3",
    "<i4, 0.3"
  })
  void blocksAreTheWholeFile(String descr, double scaleBy) throws IOException {
    Path file = file(descr, false);
    Matrix whole = NpyReader.read(file, scaleBy);
    try (FileRows rows = open(file, scaleBy)) {
      int[] next = new int[1];
      rows.forEach(
          StopSignal.NEVER,
          (from, block) -> {
            assertEquals(next[0], from);
            assertArrayEquals(whole.view(from, block.rows()).toArray(), block.toArray());
            next[0] += block.rows();
          });
      assertEquals(ROWS, next[0]);
      assertEquals(whole.facts(), rows.facts());
      assertEquals(whole.hash(), rows.hash());
      assertEquals(2, rows.passes(), "facts and fingerprint are one pass");
      int[] some = {299, 3, 3, 64, 0};
      assertArrayEquals(whole.selectRows(some).toArray(), rows.selectRows(some).matrix().toArray());
      assertArrayEquals(whole.view(256, 44).toArray(), rows.block(4).matrix().toArray());
    }
  }

  @Test
  void whatCannotBeReadInBlocksIsRefused() throws IOException {
    Path file = file("<f4", true);
    says(() -> open(file, 1), "Fortran order", "numpy.ascontiguousarray");
    Files.write(file, new byte[] {1}, StandardOpenOption.APPEND);
    says(() -> open(file, 1), "damaged");
    Path large = folder.resolve("large.npy");
    Files.write(
        large,
        NpyBytes.file(
            1, NpyBytes.header("<f8", false, "(2, 2)"), NpyBytes.encode("<f8", 1, 2, 1e39, 4)));
    try (FileRows rows = open(large, 1)) {
      says(rows::facts, "row 2", "column 1", "1.0E39");
    }
    says(
        () ->
            MatrixReader.blocks(folder.resolve("x.csv"), ReadOptions.DEFAULT, WorkListener.SILENT),
        "convert it to .npy");
  }

  @Test
  void aMissingEntryOfALaterBlockIsNamed() throws IOException {
    double[] values = new double[ROWS];
    values[277] = Double.NaN;
    Path file = folder.resolve("x.npy");
    Files.write(
        file,
        NpyBytes.file(
            1, NpyBytes.header("<f8", false, "(300, 1)"), NpyBytes.encode("<f8", values)));
    try (FileRows rows = open(file, 1)) {
      says(() -> rows.facts().requireFinite("x.npy"), "row 278");
    }
  }

  @ParameterizedTest
  @CsvSource({"shorter", "later", "gone"})
  void aFileThatChangesEndsThePass(String how) throws IOException {
    Path file = file("<f4", false);
    try (FileRows rows = open(file, 1)) {
      rows.facts();
      switch (how) {
        case "shorter" -> Files.write(file, new byte[100]);
        case "later" -> Files.setLastModifiedTime(file, FileTime.fromMillis(1));
        default -> Files.delete(file);
      }
      says(
          () -> rows.forEach(StopSignal.NEVER, (from, block) -> {}),
          "changed while it was read, at pass 2");
    }
  }

  @Test
  void aFileThatIsCutWhileABlockIsReadEndsThePass() throws IOException {
    Path file = file("<f4", false);
    try (FileRows rows = open(file, 1)) {
      says(
          () ->
              rows.forEach(
                  StopSignal.NEVER,
                  (from, block) -> {
                    try {
                      Files.write(file, new byte[100]);
                    } catch (IOException e) {
                      throw new IllegalStateException(e);
                    }
                  }),
          "changed while it was read, at pass 1");
    }
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void says(Work work, String... words) {
    String message = String.valueOf(assertThrows(DataException.class, work::run).getMessage());
    for (String word : words) {
      assertTrue(message.contains(word), message);
    }
  }

  /** Single rows, repeated ones, and more consecutive ones than are read at once. */
  @Test
  void rowsAreSelectedInAnyOrder() throws IOException {
    Path file = file("<f4", false);
    Matrix whole = MatrixReader.read(file, ReadOptions.DEFAULT).x();
    int[] some = {299, 3, 3, 0, 100, 101, 102, 5, 4};
    int[] all = IntStream.range(0, ROWS).map(i -> ROWS - 1 - i).toArray();
    try (FileRows rows = open(file, 1)) {
      assertArrayEquals(whole.selectRows(some).toArray(), rows.selectRows(some).matrix().toArray());
      assertArrayEquals(whole.selectRows(all).toArray(), rows.selectRows(all).matrix().toArray());
      assertEquals(0, rows.passes());
      // Each of 8 distinct rows once, then all.
      assertEquals((8 + ROWS) * COLS * 4, rows.bytesRead());
    }
  }
}
