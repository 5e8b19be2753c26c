package org.latentfeature.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.fit.metrics.FeatureMatching;
import org.latentfeature.fit.metrics.Rmse;
import org.latentfeature.fit.model.FeatureOrder;
import org.latentfeature.step.coding.Codes;

/** A dictionary of which a column is not known, and what is computed of it. */
class LearnedColumnsTest {

  private static final double NAN = Double.NaN;

  private final Dense w = Dense.wrap(2, 3, new double[] {1, NAN, 2, 5, NAN, 6});
  private final BinaryMatrix z =
      BinaryMatrix.ofColumns(
          2,
          List.of(
              BitVector.of(new boolean[] {true, false}),
              BitVector.of(new boolean[] {true, false})));

  @Test
  void whatIsKnownIsTakenOut() {
    LearnedColumns learned = LearnedColumns.of(w);
    assertEquals(2, learned.count());
    assertArrayEquals(new double[] {1, 2, 5, 6}, learned.dictionary().values());
    assertArrayEquals(new double[] {1, 0, 2, 5, 0, 6}, learned.filled().values());
    Matrix x = Matrix.of(new float[][] {{1, 2, 3}});
    assertArrayEquals(new float[][] {{1, 3}}, learned.of(x).matrix().toArray());
    assertArrayEquals(new float[][] {{1, Float.NaN, 3}}, learned.masked(x).toArray());
  }

  @Test
  void aWholeDictionaryIsItself() {
    Dense whole = Dense.wrap(1, 2, new double[] {1, 2});
    Matrix x = Matrix.of(new float[][] {{1, 2}});
    LearnedColumns learned = LearnedColumns.of(whole);
    assertTrue(learned.areAll());
    assertSame(whole, learned.dictionary());
    assertSame(whole, learned.filled());
    assertSame(x, learned.of(x));
    assertSame(x, learned.masked(x));
  }

  @Test
  void aColumnIsKnownToAllFeaturesOrToNone() {
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class,
            () -> LearnedColumns.of(Dense.wrap(2, 2, new double[] {1, NAN, 3, 4})));
    assertTrue(String.valueOf(refused.getMessage()).startsWith("column 2 (counting from 1) of W"));
  }

  /** The second row has no feature, and yet nothing is known of its second entry. */
  @Test
  void theReconstructionIsNaNThere() {
    assertArrayEquals(
        new float[][] {{6, Float.NaN, 8}, {0, Float.NaN, 0}}, Codes.binary(z).times(w).toArray());
  }

  @Test
  void errorsAreThoseOfTheOthers() {
    Matrix x = Matrix.of(new float[][] {{7, 100, 8}, {0, 100, Float.NaN}});
    assertEquals(Math.sqrt(1 / 3.), Rmse.noisy(x, z, w), 1e-12);
    Dense truth = Dense.wrap(2, 3, new double[] {1, 9, 2, 5, 9, 8});
    assertEquals(1, Rmse.between(z, truth, z, w), 1e-12);
    assertArrayEquals(new double[] {1, 1}, FeatureMatching.byDictionary(w, w));
    assertArrayEquals(new int[] {1, 0}, FeatureOrder.of(w, new double[] {1, 1}));
  }
}
