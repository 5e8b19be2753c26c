package org.latentfeature.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SparseRowsTest {

  private static final float[][] ENTRIES = {
    {0, 0, 3, 0, -1}, {0, 0, 0, 0, 0}, {2, 0, 0, 0, 0}, {0, 0, 7, 5, 0}
  };

  private static SparseRows rows() {
    return SparseRows.of(
        4,
        5,
        new int[] {0, 2, 2, 4, 6},
        new int[] {2, 4, 0, 1, 2, 3},
        new float[] {3, -1, 2, 0, 7, 5});
  }

  @Test
  void explicitZerosAreDropped() {
    SparseRows x = rows();
    assertEquals(5, x.entries());
    assertEquals(.25, x.density());
    assertArrayEquals(new int[] {0, 2, 2, 3, 5}, x.starts());
    assertArrayEquals(ENTRIES, x.toDense().toArray());
  }

  @Test
  void factsAndHashAreThoseOfTheDenseMatrix() {
    Matrix dense = Matrix.of(ENTRIES);
    assertEquals(dense.facts(), rows().facts());
    assertEquals(dense.hash(), rows().hash());
  }

  @Test
  void missingAndInfiniteEntriesAreFound() {
    float[][] some = {{Float.NaN, 0, 0}, {Float.NaN, Float.NEGATIVE_INFINITY, 0}};
    SparseRows x =
        SparseRows.of(
            2,
            3,
            new int[] {0, 1, 3},
            new int[] {0, 0, 1},
            new float[] {Float.NaN, Float.NaN, Float.NEGATIVE_INFINITY});
    assertEquals(Matrix.of(some).facts(), x.facts());
    assertThrows(DataException.class, () -> x.facts().requireFinite("X"));
  }

  @Test
  void rowsAndColumnsAreSelected() {
    SparseRows some = rows().selectRows(new int[] {3, 1, 3});
    assertArrayEquals(new float[][] {ENTRIES[3], ENTRIES[1], ENTRIES[3]}, some.toDense().toArray());
    SparseRows scaled = rows().scaled(new int[] {0, 2, 3, 4}, 2);
    assertArrayEquals(
        new float[][] {{0, 6, 0, -2}, {0, 0, 0, 0}, {4, 0, 0, 0}, {0, 14, 10, 0}},
        scaled.toDense().toArray());
  }

  @Test
  void denseRowsAreRefusedWithTheWayOut() {
    DataException refused = assertThrows(DataException.class, () -> rows().matrix());
    assertTrue(String.valueOf(refused.getMessage()).contains("read X dense"), refused.toString());
    assertTrue(String.valueOf(refused.getMessage()).contains("80 bytes"), refused.toString());
  }

  @Test
  void largeOnesAreHashedByTheirEntries() {
    SparseRows x = large(3);
    assertEquals(64, x.hash().length());
    assertEquals(x.hash(), large(3).hash());
    assertNotEquals(x.hash(), large(4).hash());
  }

  private static SparseRows large(float value) {
    int n = 1 << 14;
    int[] start = new int[n + 1];
    start[n] = 1;
    return SparseRows.of(n, n + 1, start, new int[] {5}, new float[] {value});
  }

  @Test
  void whatDoesNotFitIsNamed() {
    assertRefused("row 0 ends at position -1", new int[] {0, -1}, 0);
    assertRefused("row 0 has column 3 at position 0", new int[] {0, 1}, 3);
    assertRefused("row 0 has column 1 at position 1, after 1", new int[] {0, 2}, 1, 1);
    assertRefused("row 0 has column 0 at position 1, after 1", new int[] {0, 2}, 1, 0);
    assertRefused("row 0 has column -1", new int[] {0, 1}, -1);
    assertRefused("of which the first is 1", new int[] {1, 1}, 1);
    assertRefused("1 columns and 1 values for 2 entries", new int[] {0, 2}, 1);
  }

  private static void assertRefused(String part, int[] start, int... column) {
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class,
            () -> SparseRows.of(1, 3, start, column, new float[column.length]));
    assertTrue(String.valueOf(refused.getMessage()).contains(part), refused.toString());
  }
}
