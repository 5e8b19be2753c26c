package org.latentfeature.fit.factor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;

class UndeterminedBitsTest {

  private static final float NAN = Float.NaN;

  /** Feature 1 lives in the first column, feature 2 in the second. */
  private final Dense w = Dense.wrap(2, 2, new double[] {2, 0, 0, 2});

  private final BinaryMatrix z =
      BinaryMatrix.ofColumns(
          4, List.of(BitVector.of(new boolean[] {true, true, true, true}), BitVector.ones(4)));

  /** A flip changes the error by 4 where the entry is known and right, by 0 where it is missing. */
  @Test
  void whatNothingTellsOfIsOff() {
    Matrix x = Matrix.of(new float[][] {{2, NAN}, {NAN, 2}, {2, 2}, {1.2f, NAN}});
    UndeterminedBits bits = UndeterminedBits.known(x, z, w, .1);
    assertEquals(2 + 1, bits.count());
    assertArrayEquals(
        new boolean[][] {{true, false}, {false, true}, {true, true}, {true, false}},
        bits.z().toArray());
  }

  /** From 1.2 to 2 it is .64, to 0 it is 1.44: a flip costs .8, which is 6σ² at σ² = .133. */
  @Test
  void sixVariancesDecide() {
    Matrix x = Matrix.of(new float[][] {{2, NAN}, {NAN, 2}, {2, 2}, {1.2f, NAN}});
    assertEquals(3, UndeterminedBits.known(x, z, w, .132).count());
    assertEquals(4, UndeterminedBits.known(x, z, w, .135).count());
  }
}
