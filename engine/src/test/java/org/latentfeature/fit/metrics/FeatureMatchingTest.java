package org.latentfeature.fit.metrics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;

class FeatureMatchingTest {

  private static Dense rows(double... values) {
    return Dense.wrap(values.length / 2, 2, values);
  }

  private static BinaryMatrix columns(String... columns) {
    List<BitVector> all = new ArrayList<>();
    for (String column : columns) {
      boolean[] ones = new boolean[column.length()];
      for (int i = 0; i < ones.length; i++) {
        ones[i] = column.charAt(i) == '1';
      }
      all.add(BitVector.of(ones));
    }
    return BinaryMatrix.ofColumns(columns[0].length(), all);
  }

  @Test
  void orderDoesNotMatter() {
    assertArrayEquals(
        new double[] {1, 1, 1},
        FeatureMatching.byDictionary(rows(1, 0, 0, 1, 2, 2), rows(2, 2, 1, 0, 0, 1)));
    assertArrayEquals(
        new double[] {1, 1},
        FeatureMatching.byIncidence(columns("110", "001"), columns("001", "110")));
  }

  @Test
  void similarityIsOneLessTheRelativeDistance() {
    assertArrayEquals(
        new double[] {.75}, FeatureMatching.byDictionary(rows(4, 0), rows(3, 0)), 1e-12);
    // Twice the size is half as like; the opposite is not like at all.
    assertArrayEquals(
        new double[] {.5}, FeatureMatching.byDictionary(rows(0, 1), rows(0, 2)), 1e-12);
    assertArrayEquals(
        new double[] {0}, FeatureMatching.byDictionary(rows(1, 1), rows(-1, -1)), 1e-12);
  }

  @Test
  void similarityOfColumnsIsJaccardsIndex() {
    assertArrayEquals(
        new double[] {.5},
        FeatureMatching.byIncidence(columns("111000"), columns("011100")),
        1e-12);
    assertArrayEquals(
        new double[] {0}, FeatureMatching.byIncidence(columns("1100"), columns("0011")), 1e-12);
  }

  @Test
  void onePartnerServesOneFeatureOnly() {
    // Both are most like the first row; the better pair takes it.
    assertArrayEquals(
        new double[] {1, 0}, FeatureMatching.byDictionary(rows(1, 0, 1, .1), rows(1, 0)), 1e-12);
    // 10 is like 10, but then 9 were left alone with 3: together 1 + 1/3, and 0.9 + 0.3 is less.
    assertArrayEquals(
        new double[] {1, 1.0 / 3},
        FeatureMatching.byDictionary(rows(10, 0, 9, 0), rows(3, 0, 10, 0)),
        1e-12);
    // The most alike pair, 10 and 9, would leave 8 with 20; the best sum crosses.
    assertArrayEquals(
        new double[] {.5, 8 / 9.0},
        FeatureMatching.byDictionary(rows(10, 0, 8, 0), rows(9, 0, 20, 0)),
        1e-12);
  }

  @Test
  void nothingIsLikeNothing() {
    assertArrayEquals(new double[] {0, 0}, FeatureMatching.byDictionary(rows(1, 0, 0, 1), rows()));
    assertArrayEquals(new double[0], FeatureMatching.byDictionary(rows(), rows(1, 1)));
    assertArrayEquals(new double[] {1}, FeatureMatching.byDictionary(rows(0, 0), rows(0, 0)));
    assertArrayEquals(
        new double[] {1}, FeatureMatching.byIncidence(columns("000"), columns("000")));
  }

  @Test
  void shapesMustAgree() {
    assertThrows(
        IllegalArgumentException.class,
        () -> FeatureMatching.byDictionary(rows(1, 1), new Dense(1, 3)));
    assertThrows(
        IllegalArgumentException.class,
        () -> FeatureMatching.byIncidence(columns("11"), columns("111")));
  }
}
