package org.latentfeature.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.latentfeature.base.linalg.Dense;

class StandardisationTest {

  private static final float NAN = Float.NaN;

  @Test
  void meansAndDeviationsOfTheKnownEntries() {
    Standardisation s =
        Standardisation.of(
            Matrix.of(new float[][] {{1, NAN}, {5, 10}, {NAN, 20}, {NAN, NAN}, {3, 30}}),
            null,
            "x");
    assertEquals(2, s.cols());
    assertEquals(3, s.mean(0));
    assertEquals(Math.sqrt(8 / 3.), s.deviation(0), 1e-15);
    assertEquals(20, s.mean(1));
    assertEquals(Math.sqrt(200 / 3.), s.deviation(1), 1e-15);
  }

  @Test
  void otherRowsAreTreatedAsTheTrainingRows() {
    Standardisation s = Standardisation.of(Matrix.of(new float[][] {{-1, 4}, {1, 8}}), null, "x");
    Matrix held = Matrix.of(new float[][] {{3, 6}, {NAN, 10}, {0, NAN}});
    assertArrayEquals(new float[][] {{3, 0}, {NAN, 2}, {0, NAN}}, Matrices.toArray(s.apply(held)));
    assertEquals(3, held.get(0, 0), "the data stay as they are");
  }

  @Test
  void undoneInTheUnitsOfTheTrainingRows() {
    Standardisation s = Standardisation.of(Matrix.of(new float[][] {{-1, 4}, {1, 8}}), null, "x");
    Matrix made = Matrix.of(new float[][] {{3, 0}, {NAN, 2}});
    assertArrayEquals(new float[][] {{3, 6}, {NAN, 10}}, Matrices.toArray(s.undo(made)));
    Failures.assertSays(
        () -> s.undo(Matrix.of(new float[][] {{0, 3e38f}})), "column 2", "own units", "3.4e38");
  }

  @Test
  void trainingRowsGetMeanZeroAndDeviationOne() {
    Matrix x = Matrices.random(301, 5, 50, 3);
    SplittableRandom random = new SplittableRandom(4);
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < x.cols(); j++) {
        x.set(i, j, random.nextInt(5) == 0 ? NAN : 1000 * j + (j + 1) * x.get(i, j));
      }
    }
    Matrix z = Standardisation.of(x, null, "x").apply(x);
    for (int j = 0; j < x.cols(); j++) {
      double sum = 0;
      double squares = 0;
      int known = 0;
      for (int i = 0; i < x.rows(); i++) {
        assertEquals(Float.isNaN(x.get(i, j)), Float.isNaN(z.get(i, j)));
        if (!Float.isNaN(z.get(i, j))) {
          sum += z.get(i, j);
          squares += z.get(i, j) * (double) z.get(i, j);
          known++;
        }
      }
      assertEquals(0, sum / known, 1e-6);
      assertEquals(1, squares / known, 1e-5);
    }
  }

  @Test
  void savedAndRestored() {
    Matrix x = Matrices.random(20, 4, 100, 5);
    Standardisation s = Standardisation.of(x, null, "x");
    Dense saved = s.toDense();
    Standardisation back = Standardisation.of(saved);
    assertArrayEquals(saved.values(), back.toDense().values());
    Matrices.assertSame(s.apply(x), back.apply(x));
    saved.set(0, 0, 99);
    assertTrue(back.mean(0) < 99 && s.mean(0) < 99, "no one else can change it");
  }

  @Test
  void brokenSavesAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> Standardisation.of(new Dense(3, 2)));
    for (double bad : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      Dense saved = Dense.wrap(2, 2, new double[] {0, 0, 1, bad});
      assertThrows(IllegalArgumentException.class, () -> Standardisation.of(saved), "" + bad);
    }
    Dense saved = Dense.wrap(2, 1, new double[] {Double.NaN, 1});
    assertThrows(IllegalArgumentException.class, () -> Standardisation.of(saved));
  }

  @Test
  void constantColumnsKeepTheirUnitThoughRoundingMovesTheirMean() {
    float[][] rows = new float[1000][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = new float[] {i, i < 10 ? NAN : .1f, 7};
    }
    Matrix x = Matrix.of(rows);
    Standardisation s = Standardisation.of(x, null, "x");
    assertEquals(List.of(1, 2), s.constant());
    assertEquals(1, s.deviation(1));
    Matrix z = s.apply(x);
    assertEquals(0, z.get(999, 1));
    assertEquals(0, z.get(0, 2));
    assertEquals(2, s.apply(Matrix.of(new float[][] {{0, 0, 9}})).get(0, 2));
    assertEquals(List.of(), Standardisation.of(Matrices.random(9, 2, 1, 1), null, "x").constant());
  }

  @Test
  void columnsOfNothingAreNamed() {
    Failures.assertSays(
        () ->
            Standardisation.of(
                Matrix.of(new float[][] {{1, NAN}, {2, NAN}}), List.of("a", "D1S1"), "x.csv"),
        "column 2 (D1S1) of x.csv has no known entry in 2 rows; remove the column");
  }

  @Test
  void otherColumnsAreRefused() {
    Standardisation s = Standardisation.of(Matrix.of(new float[][] {{-1, 4}, {1, 8}}), null, "x");
    Failures.assertSays(() -> s.apply(Matrix.allocate(1, 3)), "3 columns", "has 2");
  }

  @Test
  void quotientsBeyondFloatsAreRefused() {
    Standardisation s = Standardisation.of(Matrix.of(new float[][] {{0}, {1e-30f}}), null, "x");
    Failures.assertSays(
        () -> s.apply(Matrix.of(new float[][] {{0}, {1e20f}})),
        "row 2, column 1",
        "of the standardised data",
        "beyond the largest 32-bit float");
  }
}
