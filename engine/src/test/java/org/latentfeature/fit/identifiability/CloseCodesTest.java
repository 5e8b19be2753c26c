package org.latentfeature.fit.identifiability;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BinaryMatrix;

class CloseCodesTest {

  private static final int ROWS = 4000;

  private static BinaryMatrix coins(int rows, int k, double share) {
    return BernoulliIncidence.draw(rows, k, share, 3);
  }

  private static Dense normal(int k, int d) {
    Dense w = new Dense(k, d);
    for (int i = 0; i < k; i++) {
      for (int j = 0; j < d; j++) {
        w.set(i, j, CounterRandom.normal(11, i, j));
      }
    }
    return w;
  }

  /** A sum that another feature nearly is: rows with either are confused, others are not. */
  @Test
  void theChangeThatCostsMostIsNamed() {
    Dense w = Dense.wrap(4, 1, new double[] {10, 4, 6.2, 100});
    CloseCodes close = CloseCodes.of(coins(ROWS, 4, .5), w, .1);
    assertNotNull(close);
    assertEquals(.2, close.distance(), 1e-9);
    assertTrue(
        List.of("features 2 + 3 instead of 1", "features 1 instead of 2 + 3")
            .contains(close.words()));
    // A quarter of the rows has either, half of these of each kind.
    assertEquals(.25 * CloseCodes.normalTail(1), close.wrongRows(), .01);
  }

  @Test
  void aFeatureAsWeakAsTheNoiseIsNamed() {
    Dense w = Dense.wrap(2, 2, new double[] {10, 0, 0, .3});
    CloseCodes close = CloseCodes.of(coins(ROWS, 2, .5), w, .2);
    assertNotNull(close);
    assertEquals("feature 2", close.words());
    assertEquals(CloseCodes.normalTail(.75), close.wrongRows(), .01);
  }

  /**
   * Against the nearest of all sums of rows that are drawn: no more rows are wrong, nor far less.
   */
  @ParameterizedTest
  @CsvSource({"5, 2, .15", "6, 3, .2", "7, 2, .03"})
  void theShareOfWrongRowsIsThatOfNearestSums(int k, int d, double noise) {
    Dense w = normal(k, d);
    BinaryMatrix z = coins(ROWS, k, .4);
    int wrong = 0;
    for (int i = 0; i < ROWS; i++) {
      double[] x = new double[d];
      int own = 0;
      for (int r : z.columnsOf(i)) {
        own |= 1 << r;
      }
      for (int j = 0; j < d; j++) {
        x[j] = sum(w, own, j) + noise * CounterRandom.normal(17, i, j);
      }
      int best = 0;
      for (int code = 1; code < 1 << k; code++) {
        best = distance(w, code, x) < distance(w, best, x) ? code : best;
      }
      wrong += best == own ? 0 : 1;
    }
    CloseCodes close = CloseCodes.of(z, w, noise);
    assertNotNull(close);
    double share = (double) wrong / ROWS;
    double error = 4 * Math.sqrt(share / ROWS);
    assertTrue(close.wrongRows() > share - error, () -> close.wrongRows() + " below " + share);
    assertTrue(
        close.wrongRows() < 2 * share + error, () -> close.wrongRows() + " far above " + share);
  }

  /** Every t is tried: which one costs most bits, and how far apart are the codes? */
  @ParameterizedTest
  @CsvSource({"4, 6, .5", "7, 3, .1", "8, 1, .01", "6, 2, .3"})
  void theChangeIsThatOfBruteForce(int k, int d, double noise) {
    Dense w = normal(k, d);
    BinaryMatrix z = coins(ROWS, k, .4);
    double most = 0;
    double distance = 0;
    for (int number = 0; number < Math.pow(3, k); number++) {
      int[] t = new int[k];
      for (int r = 0, rest = number; r < k; r++, rest /= 3) {
        t[r] = rest % 3 - 1;
      }
      double squared = 0;
      for (int j = 0; j < d; j++) {
        double sum = 0;
        for (int r = 0; r < k; r++) {
          sum += t[r] * w.get(r, j);
        }
        squared += sum * sum;
      }
      int rows = 0;
      for (int i = 0; i < ROWS; i++) {
        boolean isAllowed = true;
        for (int r = 0; r < k; r++) {
          isAllowed &= t[r] == 0 || z.get(i, r) == t[r] < 0;
        }
        rows += isAllowed ? 1 : 0;
      }
      double wrong = (double) rows / ROWS * CloseCodes.normalTail(Math.sqrt(squared) / 2 / noise);
      if (squared > 0 && wrong > most) {
        most = wrong;
        distance = Math.sqrt(squared);
      }
    }
    CloseCodes close = CloseCodes.of(z, w, noise);
    assertNotNull(close);
    assertEquals(distance, close.distance(), 1e-9);
  }

  @Test
  void codesFarApartAreNone() {
    Dense w = Dense.wrap(2, 2, new double[] {10, 0, 0, 10});
    assertNull(CloseCodes.of(coins(ROWS, 2, .5), w, .2));
    assertNull(CloseCodes.of(coins(ROWS, 2, .5), w, 0));
    assertNull(CloseCodes.of(coins(ROWS, 2, .5), w, Double.NaN));
    assertNull(CloseCodes.of(coins(100, 17, .5), normal(17, 2), 1));
  }

  private static double sum(Dense w, int code, int j) {
    double sum = 0;
    for (int r = 0; r < w.rows(); r++) {
      sum += (code >> r & 1) * w.get(r, j);
    }
    return sum;
  }

  private static double distance(Dense w, int code, double[] x) {
    double squared = 0;
    for (int j = 0; j < x.length; j++) {
      double beside = x[j] - sum(w, code, j);
      squared += beside * beside;
    }
    return squared;
  }
}
