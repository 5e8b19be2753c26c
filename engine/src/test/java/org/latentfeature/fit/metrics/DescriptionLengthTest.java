package org.latentfeature.fit.metrics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SparseRows;
import org.latentfeature.data.SyntheticProblem;

class DescriptionLengthTest {

  private static final SyntheticProblem PROBLEM = SyntheticProblem.dense(60, 7, 3, .3, 1);

  private static double log2(double v) {
    return Math.log(v) / Math.log(2);
  }

  /** The definition, in plain loops. */
  @Test
  void noiseIsThatOfEachColumn() {
    Matrix x = PROBLEM.x();
    double bits = 0;
    for (int j = 0; j < x.cols(); j++) {
      double sum = 0;
      for (int i = 0; i < x.rows(); i++) {
        double e = x.get(i, j);
        for (int k = 0; k < 3; k++) {
          e -= PROBLEM.z().get(i, k) ? PROBLEM.w().get(k, j) : 0;
        }
        sum += e * e;
      }
      bits += x.rows() / 2.0 * log2(sum / x.rows());
    }
    for (BitVector column : PROBLEM.z().columns()) {
      double p = column.count() / 60.0;
      bits += 7 / 2.0 * log2(1 + column.count()) + log2(61);
      bits -= 60 * (p * log2(p) + (1 - p) * log2(1 - p));
    }
    assertEquals(bits, new DescriptionLength(x).bits(PROBLEM.z(), PROBLEM.w()), 1e-6);
  }

  @Test
  void missingEntriesCountForNothing() {
    Matrix part = PROBLEM.x().selectRows(new int[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
    Matrix x = Matrix.allocate(10, 8);
    for (int i = 0; i < 10; i++) {
      for (int j = 0; j < 8; j++) {
        x.set(i, j, j < 7 ? part.get(i, j) : Float.NaN);
      }
    }
    BinaryMatrix none = BinaryMatrix.empty(10);
    double bits = new DescriptionLength(part).bits(none, new Dense(0, 7));
    assertEquals(bits, new DescriptionLength(x).bits(none, new Dense(0, 8)), 1e-9);
    x.set(0, 0, Float.NaN);
    double[] errors = ColumnErrors.of(x, none, new Dense(0, 8));
    double expected = 0;
    for (int i = 1; i < 10; i++) {
      expected += (double) part.get(i, 0) * part.get(i, 0);
    }
    assertEquals(expected, errors[0], 1e-9);
    assertEquals(0, errors[7]);
  }

  /** A column that a fit explains without an error would speak for it alone. */
  @Test
  void aColumnWithoutNoiseDoesNotDecide() {
    BinaryMatrix z = BinaryMatrix.empty(60).with(BitVector.ones(60));
    double[] errors = {60, 60, 60, 0, 60, 60, 60};
    double[] least = {60, 60, 60, 60 * 1e-6, 60, 60, 60};
    DescriptionLength length = new DescriptionLength(PROBLEM.x());
    assertEquals(length.bits(z, least), length.bits(z, errors), 1e-9);
  }

  @Test
  void columnsOfZerosSayNothing() {
    Matrix x = Matrix.allocate(60, 20);
    for (int i = 0; i < 60; i++) {
      for (int j = 0; j < 7; j++) {
        x.set(i, 3 + j, PROBLEM.x().get(i, j));
      }
    }
    assertEquals(
        new DescriptionLength(PROBLEM.x()).bitsOfNothing(),
        new DescriptionLength(x).bitsOfNothing(),
        1e-9);
  }

  @ParameterizedTest
  @ValueSource(strings = {"syn0", "syn2", "syn3"})
  void theTruthIsShorterThanItsNeighbours(String name) {
    SyntheticProblem problem = SyntheticProblem.generate(name, 1);
    Matrix x = problem.x();
    DescriptionLength length = new DescriptionLength(x);
    double bits = length.bits(problem.z(), problem.w());
    int[] rest = new int[problem.w().rows() - 1];
    for (int k = 0; k < rest.length; k++) {
      rest[k] = k + 1;
    }
    double less = length.bits(problem.z().without(0), problem.w().selectRows(rest));
    // A column of noise takes one of N dimensions of it away.
    double[] errors = ColumnErrors.of(x, problem.z(), problem.w());
    for (int j = 0; j < errors.length; j++) {
      errors[j] *= 1 - 1.5 / x.rows();
    }
    double more = length.bits(problem.z().with(problem.z().column(0)), errors);
    assertTrue(bits < less && bits < more, bits + " " + less + " " + more);
  }

  @Test
  void sparseRowsHaveTheErrorsOfDenseOnes() {
    SparseRows sparse =
        SparseRows.of(
            3, 4, new int[] {0, 2, 2, 4}, new int[] {0, 2, 1, 2}, new float[] {1, 2, -3, .5f});
    BinaryMatrix z =
        BinaryMatrix.empty(3)
            .with(BitVector.of(new boolean[] {true, false, true}))
            .with(BitVector.of(new boolean[] {true, true, false}));
    Dense w = Dense.wrap(2, 4, new double[] {1, .5, 2, 0, -1, 0, .25, 3});
    assertArrayEquals(ColumnErrors.of(sparse.toDense(), z, w), ColumnErrors.of(sparse, z, w), 1e-9);
  }
}
