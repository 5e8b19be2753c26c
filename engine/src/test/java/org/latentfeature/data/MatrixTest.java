package org.latentfeature.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.base.linalg.Dense;

class MatrixTest {

  @TempDir Path folder = Path.of("");

  @Test
  void holdsWhatIsPutWhateverTheSegments() {
    SplittableRandom random = new SplittableRandom(1);
    for (int trial = 0; trial < 200; trial++) {
      int rows = 1 + random.nextInt(40);
      int cols = 1 + random.nextInt(20);
      long segment = 1L + random.nextInt(200);
      Matrix x = Matrix.allocate(rows, cols, segment);
      float[][] expected = new float[rows][cols];
      for (int step = 0; step < 100; step++) {
        int i = random.nextInt(rows);
        if (random.nextBoolean()) {
          int j = random.nextInt(cols);
          expected[i][j] = step;
          x.set(i, j, step);
        } else {
          for (int j = 0; j < cols; j++) {
            expected[i][j] = step + j / 64f;
          }
          x.setRow(i, expected[i]);
        }
      }
      Matrices.assertSame(Matrix.of(expected), x);
      assertEquals((long) rows * cols, x.size());
      assertEquals(4L * rows * cols, x.bytes());
      for (int i = 0; i < rows; i++) {
        for (int j = 0; j < cols; j++) {
          assertEquals(expected[i][j], x.get(i, j));
        }
      }
    }
  }

  @Test
  void rowsCanBeSelectedAcrossSegments() {
    Matrix x = Matrices.random(10, 3, 6, 4);
    int[] kept = {9, 0, 3, 9};
    Matrix chosen = x.selectRows(kept);
    assertEquals(4, chosen.rows());
    for (int i = 0; i < kept.length; i++) {
      for (int j = 0; j < 3; j++) {
        assertEquals(x.get(kept[i], j), chosen.get(i, j));
      }
    }
    chosen.set(1, 1, 5);
    assertNotEquals(5, x.get(0, 1));
  }

  @Test
  void contiguousRowsCoverTheMatrixAndCanBeViewed() {
    SplittableRandom random = new SplittableRandom(2);
    for (int trial = 0; trial < 200; trial++) {
      int rows = 1 + random.nextInt(40);
      int cols = 1 + random.nextInt(9);
      Matrix x = Matrices.random(rows, cols, 1L + random.nextInt(60), trial);
      int limit = 1 + random.nextInt(50);
      int seen = 0;
      while (seen < rows) {
        int count = x.contiguousRows(seen, limit);
        assertTrue(count >= 1 && count <= limit);
        FloatBuffer view = x.rows(seen, count);
        assertEquals(count * cols, view.remaining());
        for (int p = 0; p < count * cols; p++) {
          assertEquals(x.get(seen + p / cols, p % cols), view.get(p));
        }
        seen += count;
      }
      assertEquals(rows, seen);
    }
  }

  @Test
  void arraysOfDoublesAreCopiedAndComeBack() {
    double[][] rows = {{1, 2.5, Double.NaN}, {-3, Double.NEGATIVE_INFINITY, 1e-60}};
    Matrix x = Matrix.of(rows);
    assertArrayEquals(
        new float[][] {{1, 2.5f, Float.NaN}, {-3, Float.NEGATIVE_INFINITY, 0}}, x.toArray());
    rows[0][0] = 9;
    assertEquals(1, x.get(0, 0));
    assertEquals("2 × 3", x.toString());
  }

  @Test
  @SuppressWarnings("NullAway") // What a caller may hand over all the same.
  void arraysThatAreNoMatrixAreRefusedByRowAndColumn() {
    assertRefused("row 3 (counting from 1) of X has 1 entries, but row 1 has 2", 0, 0, 1);
    assertRefused("row 2 (counting from 1) of X is null", 0, -1, 0);
    assertRefused("row 1 (counting from 1) of X is null", -1);
    assertRefused("a matrix needs at least one row");
    assertEquals(
        "a matrix needs at least one row and one column, not 2×0",
        assertThrows(IllegalArgumentException.class, () -> Matrix.of(new double[2][0]))
            .getMessage());
    String tooLarge =
        assertThrows(DataException.class, () -> Matrix.of(new double[][] {{1, 2}, {3, 1e39}}))
            .getMessage();
    assertTrue(tooLarge.startsWith("row 2, column 2 (counting from 1) of X is 1.0E39"), tooLarge);
  }

  /** Of rows of two entries, less so many; −1 stands for no row. */
  @SuppressWarnings("NullAway")
  private static void assertRefused(String message, int... less) {
    double[][] doubles = new double[less.length][];
    float[][] floats = new float[less.length][];
    for (int i = 0; i < less.length; i++) {
      if (less[i] >= 0) {
        doubles[i] = new double[2 - less[i]];
        floats[i] = new float[2 - less[i]];
      }
    }
    for (Executable wrong :
        List.<Executable>of(() -> Matrix.of(doubles), () -> Matrix.of(floats))) {
      assertEquals(message, assertThrows(IllegalArgumentException.class, wrong).getMessage());
    }
  }

  @Test
  void wrappedEntriesAreNotCopied() {
    FloatBuffer entries =
        ByteBuffer.allocateDirect(7 * Float.BYTES).order(ByteOrder.nativeOrder()).asFloatBuffer();
    for (int p = 0; p < 7; p++) {
      entries.put(p, p);
    }
    entries.position(3).limit(4);
    Matrix x = Matrix.wrap(entries, 2, 3);
    assertArrayEquals(new float[][] {{0, 1, 2}, {3, 4, 5}}, x.toArray());
    entries.put(3, 9);
    assertEquals(9, x.get(1, 0));
    assertTrue(x.rows(0, 2).isDirect());
    assertEquals(3, x.view(1, 1).cols());
    assertEquals(3, entries.position());
    assertThrows(UnsupportedOperationException.class, () -> x.set(0, 0, 1));
  }

  @Test
  void entriesThatCannotBeWrappedAreRefusedWithTheWayOut() {
    ByteBuffer bytes = ByteBuffer.allocateDirect(24);
    FloatBuffer swapped =
        bytes
            .order(
                ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN
                    ? ByteOrder.LITTLE_ENDIAN
                    : ByteOrder.BIG_ENDIAN)
            .asFloatBuffer();
    assertWrongUse(() -> Matrix.wrap(swapped, 2, 3), "other byte order", "allocateDirect");
    assertWrongUse(() -> Matrix.wrap(FloatBuffer.allocate(6), 2, 3), "Java heap", "Matrix.of");
    FloatBuffer few = bytes.order(ByteOrder.nativeOrder()).asFloatBuffer();
    assertWrongUse(() -> Matrix.wrap(few, 3, 3), "6 entries", "3×3");
  }

  private static void assertWrongUse(Executable wrong, String... parts) {
    String message =
        String.valueOf(assertThrows(IllegalArgumentException.class, wrong).getMessage());
    for (String part : parts) {
      assertTrue(message.contains(part), message);
    }
  }

  @Test
  void viewsAreNoCopiesAndReadOnly() {
    Matrix x = Matrix.allocate(4, 3);
    FloatBuffer view = x.rows(2, 1);
    x.set(2, 1, 7);
    assertEquals(7f, view.get(1));
    assertTrue(view.isReadOnly());
  }

  @Test
  void rowsOfTwoBuffersAreNotOneView() {
    Matrix x = Matrix.allocate(4, 3, 6);
    assertThrows(IllegalArgumentException.class, () -> x.rows(1, 2));
  }

  @Test
  void entriesOutsideAreNamedAndNeverThoseOfAnotherRow() {
    for (long segment : new long[] {3, 6, 1000}) {
      Matrix x = Matrix.of(new float[][] {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {10, 11, 12}});
      Matrix y = Matrix.allocate(4, 3, segment);
      for (int[] at : new int[][] {{0, 3}, {1, -1}, {-1, 3}, {4, -1}, {4, 0}, {-1, 0}, {-9, 29}}) {
        String expected = "entry (" + at[0] + ", " + at[1] + ") of a 4×3 matrix";
        assertOutside(expected, () -> x.get(at[0], at[1]));
        assertOutside(expected, () -> y.set(at[0], at[1], 5));
      }
      for (int i : new int[] {-4, -1, 4, 5, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
        String expected = "row " + i + " of a 4×3 matrix";
        assertOutside(expected, () -> x.getRow(i, new float[3]));
        assertOutside(expected, () -> y.setRow(i, new float[3]));
        assertOutside(expected, () -> x.selectRows(new int[] {0, i}));
      }
      Matrices.assertSame(Matrix.allocate(4, 3), y);
    }
  }

  private static void assertOutside(String expected, Executable action) {
    assertEquals(expected, assertThrows(IndexOutOfBoundsException.class, action).getMessage());
  }

  @Test
  void aCopyInDoublePrecisionHoldsTheSameEntries() {
    Matrix x = Matrices.random(7, 3, 6, 5);
    Dense copy = x.toDense();
    for (int i = 0; i < 7; i++) {
      for (int j = 0; j < 3; j++) {
        assertEquals(x.get(i, j), copy.get(i, j));
      }
    }
  }

  @Test
  void readsChannelsInSegments() throws IOException {
    Matrix x = Matrices.random(23, 5, 1000, 3);
    ByteBuffer bytes = ByteBuffer.allocate(23 * 5 * 4).order(ByteOrder.nativeOrder());
    for (int i = 0; i < 23; i++) {
      for (int j = 0; j < 5; j++) {
        bytes.putFloat(x.get(i, j));
      }
    }
    for (long segment : new long[] {1, 5, 14, 1000}) {
      Matrices.assertSame(x, Matrix.read(channel(bytes.array(), 460), 23, 5, segment));
      assertThrows(
          EOFException.class, () -> Matrix.read(channel(bytes.array(), 459), 23, 5, segment));
    }
  }

  private static ReadableByteChannel channel(byte[] bytes, int length) {
    return Channels.newChannel(new ByteArrayInputStream(bytes, 0, length));
  }

  @Test
  void moreThanTwoToThe31Entries() throws IOException {
    int rows = 70_000;
    int cols = 40_000;
    Path file = folder.resolve("sparse");
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.SPARSE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      ByteBuffer last = ByteBuffer.allocate(4).order(ByteOrder.nativeOrder()).putFloat(5f).flip();
      channel.write(last, 4L * rows * cols - 4);
      int segmentRows = 6000;
      ByteBuffer[] segments = new ByteBuffer[12];
      for (int s = 0; s < segments.length; s++) {
        long count = Math.min(segmentRows, rows - s * segmentRows);
        long at = 4L * s * segmentRows * cols;
        segments[s] = channel.map(FileChannel.MapMode.READ_ONLY, at, 4 * count * cols);
      }
      Matrix x = new Matrix(rows, cols, segments);
      assertEquals(2_800_000_000L, x.size());
      assertEquals(5f, x.get(rows - 1, cols - 1));
      assertEquals(0f, x.get(rows - 1, cols - 2));
      assertEquals(5f, x.rows(rows - 1, 1).get(cols - 1));
    }
  }

  @Test
  void refusesBadShapes() {
    assertThrows(IllegalArgumentException.class, () -> Matrix.allocate(0, 1));
    assertThrows(IllegalArgumentException.class, () -> Matrix.allocate(1, 0));
    assertThrows(IllegalArgumentException.class, () -> Matrix.of(new float[0][0]));
    assertThrows(IllegalArgumentException.class, () -> Matrix.of(new float[][] {{1, 2}, {1}}));
  }

  @Test
  void tooLittleMemoryIsSaidWithNumbers() {
    Failures.assertSays(
        () -> Matrix.allocate(Integer.MAX_VALUE, 1 << 20),
        "2147483647×1048576",
        "9007199250546688 bytes",
        "limit is " + DirectMemory.limit(),
        "MaxDirectMemorySize");
  }
}
