package org.latentfeature.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class MissingEntriesTest {

  private static final float NAN = Float.NaN;

  @Test
  void columnsStandRowByRow() {
    MissingEntries missing =
        MissingEntries.of(
            Matrix.of(new float[][] {{1, NAN, 3, NAN}, {1, 2, 3, 4}, {NAN, NAN, 0, NAN}}));
    assertFalse(missing.isNone());
    assertEquals(3, missing.rows());
    assertEquals(5, missing.count());
    assertArrayEquals(new int[] {1, 3}, columns(missing, 0));
    assertArrayEquals(new int[] {}, columns(missing, 1));
    assertArrayEquals(new int[] {0, 1, 3}, columns(missing, 2));
  }

  @Test
  void everyEntryOfASegmentedMatrixIsFound() {
    Matrix x = Matrices.random(101, 7, 21, 1);
    SplittableRandom random = new SplittableRandom(2);
    int total = 0;
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 1; j < x.cols(); j++) {
        if (random.nextInt(3) == 0) {
          x.set(i, j, NAN);
          total++;
        }
      }
    }
    MissingEntries missing = MissingEntries.of(x);
    assertEquals(total, missing.count());
    for (int i = 0; i < x.rows(); i++) {
      int at = missing.from(i);
      for (int j = 0; j < x.cols(); j++) {
        boolean gone = Float.isNaN(x.get(i, j));
        assertEquals(gone, at < missing.to(i) && missing.column(at) == j);
        at += gone ? 1 : 0;
      }
      assertEquals(missing.to(i), at);
    }
  }

  @Test
  void nothingMissing() {
    Matrix x = Matrix.of(new float[][] {{1, 2}, {Float.POSITIVE_INFINITY, 0}});
    MissingEntries missing = MissingEntries.of(x);
    assertTrue(missing.isNone());
    assertEquals(MissingEntries.none(2), missing);
    assertNotEquals(MissingEntries.none(3), missing);
    assertEquals(0, missing.count());
    assertArrayEquals(new int[] {}, columns(missing, 1));
  }

  @Test
  void aRowOfNothingIsRefusedByItsNumberOrName() {
    Matrix x = Matrix.of(new float[][] {{1, 2}, {NAN, 0}, {NAN, NAN}});
    Failures.assertSays(
        () -> MissingEntries.of(x), "row 3 (counting from 1) has no known entry", "remove the row");
    Failures.assertSays(() -> MissingEntries.of(x, i -> "person " + i), "person 2 has no known");
  }

  @Test
  void rowsCanBeSelected() {
    MissingEntries missing =
        MissingEntries.of(Matrix.of(new float[][] {{1, NAN}, {1, 2}, {NAN, 0}}));
    MissingEntries chosen = missing.selectRows(new int[] {2, 0, 2, 1});
    assertEquals(
        MissingEntries.of(Matrix.of(new float[][] {{NAN, 1}, {1, NAN}, {NAN, 1}, {1, 1}})), chosen);
    assertEquals(MissingEntries.none(2), missing.selectRows(new int[] {1, 1}));
    assertEquals(MissingEntries.none(1), MissingEntries.none(5).selectRows(new int[] {4}));
  }

  @Test
  void equalByWhatIsMissing() {
    MissingEntries a = MissingEntries.of(Matrix.of(new float[][] {{1, NAN}, {1, 2}}));
    MissingEntries b = MissingEntries.of(Matrix.of(new float[][] {{5, NAN}, {0, 0}}));
    MissingEntries c = MissingEntries.of(Matrix.of(new float[][] {{1, 2}, {1, NAN}}));
    assertEquals(a, b);
    assertEquals(a.hashCode(), b.hashCode());
    assertNotEquals(a, c);
    assertEquals("1 missing entries in 2 rows", a.toString());
  }

  private static int[] columns(MissingEntries missing, int i) {
    int[] found = new int[missing.count(i)];
    for (int p = 0; p < found.length; p++) {
      found[p] = missing.column(missing.from(i) + p);
    }
    return found;
  }
}
