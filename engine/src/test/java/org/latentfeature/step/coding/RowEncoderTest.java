package org.latentfeature.step.coding;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;

class RowEncoderTest {

  private static final int ROWS = 60;

  /** Rows x = Wᵀz + noise of a dictionary W, and what coders need of them. */
  private static final class Rows {
    final Dense w;
    final byte[][] z = new byte[ROWS][];
    final double[][] p = new double[ROWS][];
    final double[] gram;

    Rows(Dense w, double noise, RandomStream random) {
      this.w = w;
      gram = new CodeQuadratic(w).gram();
      for (int i = 0; i < ROWS; i++) {
        z[i] = new byte[w.rows()];
        p[i] = new double[w.rows()];
        for (int k = 0; k < w.rows(); k++) {
          z[i][k] = (byte) (random.nextDouble() < .2 ? 1 : 0);
        }
        for (int j = 0; j < w.cols(); j++) {
          double x = noise * random.nextGaussian();
          for (int k = 0; k < w.rows(); k++) {
            x += z[i][k] * w.get(k, j);
          }
          for (int k = 0; k < w.rows(); k++) {
            p[i][k] += x * w.get(k, j);
          }
        }
      }
    }

    double value(int i, byte[] code) {
      double f = 0;
      for (int a = 0; a < code.length; a++) {
        for (int b = 0; b < code.length && code[a] != 0; b++) {
          f += code[b] == 0 ? 0 : gram[a * code.length + b] - (a == b ? 2 * p[i][a] : 0);
        }
      }
      return f;
    }

    RowEncoder encoder(int restarts, FittedCodes... fitted) {
      return new RowEncoder(
          new RowCoder(w), w.rows(), false, restarts, 1, fitted.length == 0 ? null : fitted[0]);
    }
  }

  private static Dense dictionary(String kind, int k, int d, RandomStream random) {
    Dense w = new Dense(k, d);
    double[] common = new double[d];
    Arrays.setAll(common, j -> random.nextGaussian());
    for (int i = 0; i < k; i++) {
      for (int j = 0; j < d; j++) {
        double u = random.nextDouble();
        double n = random.nextGaussian();
        w.set(
            i,
            j,
            switch (kind) {
              case "positive" -> 3 * u;
              case "mostly positive" -> 3 * u - .5;
              case "zero-one" -> u < .5 ? 1 : 0;
              case "nested" -> j < (i + 1.0) * d / k ? 1 : 0;
              case "collinear" -> Math.sqrt(.9) * common[j] + Math.sqrt(.1) * n;
              case "twins" -> i % 2 == 1 ? w.get(i - 1, j) + .3 * n : n;
              default -> n;
            });
      }
    }
    return w;
  }

  /**
   * The codes that the rows were made of come back, where descents from random codes alone go wrong
   * in most rows, and each is proven to be the best.
   */
  @ParameterizedTest
  @CsvSource({
    "positive, 21",
    "positive, 40",
    "positive, 100",
    "mostly positive, 25",
    "zero-one, 35",
    "nested, 40",
    "collinear, 60",
    "twins, 30",
    "normal, 70"
  })
  void rowsGetTheCodesThatTheyWereMadeOf(String kind, int k) {
    RandomStream random = new RandomStream(k, kind);
    Rows rows = new Rows(dictionary(kind, k, Math.max(60, 3 * k / 2), random), .03, random);
    RowEncoder encoder = rows.encoder(0);
    for (int i = 0; i < ROWS; i++) {
      byte[] code = new byte[k];
      assertTrue(encoder.encode(i, rows.p[i], code), "row " + i + " is proven");
      assertArrayEquals(rows.z[i], code, "row " + i);
    }
  }

  /** Compared with all codes: what is proven is the best, with more features than columns, too. */
  @ParameterizedTest
  @CsvSource({"5, .3", "8, 1", "12, 2", "30, 5"})
  void whatIsProvenIsTheBestOfAllCodes(int d, double noise) {
    int k = 12;
    RandomStream random = new RandomStream(d, "brute");
    Rows rows = new Rows(dictionary("mostly positive", k, d, random), noise, random);
    RowEncoder encoder = rows.encoder(4);
    int proven = 0;
    for (int i = 0; i < ROWS; i++) {
      byte[] code = new byte[k];
      if (!encoder.encode(i, rows.p[i], code)) {
        continue;
      }
      proven++;
      double best = 0;
      byte[] other = new byte[k];
      for (int bits = 0; bits < 1 << k; bits++) {
        for (int c = 0; c < k; c++) {
          other[c] = (byte) (bits >> c & 1);
        }
        best = Math.min(best, rows.value(i, other));
      }
      assertEquals(best, rows.value(i, code), 1e-7 * (1 + Math.abs(best)), "row " + i);
    }
    assertTrue(proven > 0);
  }

  /** A search that gives up does not claim that a code is the best, and loses nothing. */
  @Test
  void hopelessRowsAreNotProvenAndNotWorseThanWhatTheyStartedFrom() {
    RandomStream random = new RandomStream(1, "hopeless");
    Rows rows = new Rows(dictionary("mostly positive", 90, 8, random), 1, random);
    RowEncoder encoder = rows.encoder(2);
    int proven = 0;
    for (int i = 0; i < ROWS; i++) {
      byte[] code = rows.z[i].clone();
      proven += encoder.encode(i, rows.p[i], code) ? 1 : 0;
      assertTrue(rows.value(i, code) <= rows.value(i, rows.z[i]) + 1e-9, "row " + i);
    }
    assertTrue(proven < ROWS / 2, "proven: " + proven);
  }

  /** Of rows that cannot be searched to the end, none gets a worse code than its fit gave it. */
  @Test
  void rowsOfTheFitGetNoWorseCodesThanTheFitGaveThem() {
    RandomStream random = new RandomStream(2, "fitted");
    Rows rows = new Rows(dictionary("nested", 90, 100, random), .8, random);
    boolean[][] columns = new boolean[90][ROWS];
    for (int i = 0; i < ROWS; i++) {
      for (int k = 0; k < 90; k++) {
        columns[k][i] = rows.z[i][k] != 0;
      }
    }
    BinaryMatrix z =
        BinaryMatrix.ofColumns(ROWS, Arrays.stream(columns).map(BitVector::of).toList());
    FittedCodes same = FittedCodes.of(z).forRows(ROWS);
    FittedCodes other = FittedCodes.of(z).forRows(ROWS + 1);
    assertEquals(2, same.starts());
    assertEquals(1, other.starts());
    RowEncoder encoder = rows.encoder(0, same);
    for (int i = 0; i < ROWS; i++) {
      byte[] code = new byte[90];
      encoder.encode(i, rows.p[i], code);
      assertTrue(rows.value(i, code) <= rows.value(i, rows.z[i]) + 1e-7, "row " + i);
      byte[] near = rows.z[i].clone();
      near[i] ^= 1;
      other.start(0, 0, near, code);
      assertArrayEquals(rows.z[i], code, "the nearest code of a fit's row");
    }
  }

  @Test
  void equalSeedsGiveEqualCodes() {
    RandomStream random = new RandomStream(3, "equal");
    Rows rows = new Rows(dictionary("mostly positive", 60, 8, random), 1, random);
    RowEncoder one = rows.encoder(5);
    RowEncoder two = rows.encoder(5);
    boolean all = true;
    for (int i = 0; i < ROWS; i++) {
      byte[] first = new byte[60];
      byte[] second = new byte[60];
      all &= one.encode(i, rows.p[i], first);
      two.encode(i, rows.p[i], second);
      assertArrayEquals(first, second, "row " + i);
    }
    assertFalse(all, "some searches gave up and started from random codes");
  }
}
