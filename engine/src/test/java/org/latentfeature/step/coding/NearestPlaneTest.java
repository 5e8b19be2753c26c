package org.latentfeature.step.coding;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.MissingEntries;
import org.latentfeature.data.SyntheticProblem;

class NearestPlaneTest {

  private static final int WORDS = 6;

  private static Dense dictionary(String kind, int k, int d, RandomStream random) {
    Dense w = new Dense(k, d);
    for (int i = 0; i < k; i++) {
      for (int j = 0; j < d; j++) {
        double n = random.nextGaussian();
        w.set(
            i,
            j,
            switch (kind) {
              case "twins" -> i % 2 == 1 ? w.get(i - 1, j) + .01 * n : n;
              case "offset" -> 1e3 + n;
              case "lengths" -> Math.pow(10, i % 5 - 2.0) * n;
              case "zero-one" -> n > 0 ? 1 : 0;
              default -> n;
            });
      }
    }
    return w;
  }

  /** p = W x of x = Wᵀz + noise for a random z. */
  private static double[] row(Dense w, double noise, RandomStream random) {
    double[] x = new double[w.cols()];
    for (int j = 0; j < x.length; j++) {
      x[j] = noise * random.nextGaussian();
    }
    for (int i = 0; i < w.rows(); i++) {
      double bit = random.nextDouble() < .5 ? 1 : 0;
      for (int j = 0; j < x.length; j++) {
        x[j] += bit * w.get(i, j);
      }
    }
    double[] p = new double[w.rows()];
    for (int i = 0; i < p.length; i++) {
      for (int j = 0; j < x.length; j++) {
        p[i] += x[j] * w.get(i, j);
      }
    }
    return p;
  }

  private static double value(double[][] gram, double[] p, int code) {
    double f = 0;
    for (int a = 0; a < p.length; a++) {
      for (int b = 0; b < p.length && (code >> a & 1) != 0; b++) {
        f += (code >> b & 1) * gram[a][b];
      }
      f -= 2 * p[a] * (code >> a & 1);
    }
    return f;
  }

  private static int codeOf(long[] codes, int row) {
    int code = 0;
    for (int c = 0; c < codes.length; c++) {
      code |= (int) (codes[c] >>> row & 1) << c;
    }
    return code;
  }

  /**
   * Compared with all codes: what is settled is the best, and what a search finds from a random
   * code; of the other rows some have another best code than their nearest plane where the noise is
   * large.
   *
   * @param least share of rows that are settled
   * @param wrong whether nearest planes are wrong in some rows
   */
  @ParameterizedTest
  @CsvSource({
    "normal, 1, 4, .1, 1, false",
    "normal, 7, 9, .1, .8, false",
    "normal, 10, 10, .3, .02, true",
    "normal, 10, 30, 1.5, .1, true",
    "normal, 10, 9, .01, .5, false",
    "normal, 11, 7, .01, .5, false",
    "normal, 11, 7, 1, 0, true",
    "normal, 11, 5, .01, .05, false",
    "twins, 8, 12, .001, .5, false",
    "twins, 8, 12, .1, 0, true",
    "offset, 9, 15, .05, .9, false",
    "offset, 9, 15, 1, .1, true",
    "lengths, 10, 15, .001, .9, false",
    "lengths, 10, 15, .1, 0, true",
    "zero-one, 8, 20, .5, .1, true"
  })
  void whatIsSettledIsTheBestOfAllCodes(
      String kind, int k, int d, double noise, double least, boolean wrong) {
    RandomStream random = new RandomStream(k, kind);
    Dense w = dictionary(kind, k, d, random);
    double[][] gram = new CodeQuadratic(w).rows();
    RowCoder coder = new RowCoder(w);
    NearestPlane plane = Objects.requireNonNull(coder.nearestPlane());
    int count = 0;
    int others = 0;
    for (int word = 0; word < WORDS; word++) {
      double[][] p = new double[NearestPlane.ROWS][];
      for (int i = 0; i < p.length; i++) {
        p[i] = row(w, noise, random);
        plane.put(i, p[i]);
      }
      long[] codes = new long[k];
      long settled = plane.code(codes);
      for (int i = 0; i < p.length; i++) {
        int best = 0;
        for (int code = 1; code < 1 << k; code++) {
          best = value(gram, p[i], code) < value(gram, p[i], best) ? code : best;
        }
        if ((settled >>> i & 1) == 0) {
          others += codeOf(codes, i) == best ? 0 : 1;
          continue;
        }
        count++;
        assertEquals(best, codeOf(codes, i), "row " + i + " of word " + word);
        byte[] z = new byte[k];
        byte[] expected = new byte[k];
        for (int c = 0; c < k; c++) {
          z[c] = (byte) random.nextInt(2);
          expected[c] = (byte) (best >> c & 1);
        }
        coder.exact(p[i], z);
        assertArrayEquals(expected, z, "by search");
      }
    }
    double share = (double) count / (WORDS * NearestPlane.ROWS);
    assertTrue(share >= least, "settled: " + share);
    assertEquals(wrong, others > 0, "wrong: " + others);
  }

  /** Where two codes are as good, the one that a row has is kept; only a search knows it. */
  @Test
  void rowsBetweenTwoSumsAreNotSettled() {
    RowCoder coder = new RowCoder(Dense.wrap(2, 2, new double[] {2, 0, 0, 8}));
    NearestPlane plane = Objects.requireNonNull(coder.nearestPlane());
    plane.put(0, new double[] {2, 64});
    plane.put(1, new double[] {2.1, 64});
    plane.put(2, new double[] {2 + 1e-10, 64});
    assertEquals(2, plane.code(new long[2]) & 7);
  }

  @Test
  void projectionsAreKept() {
    RowCoder coder = new RowCoder(Dense.wrap(2, 2, new double[] {2, 0, 0, 8}));
    NearestPlane plane = Objects.requireNonNull(coder.nearestPlane());
    plane.put(5, new double[] {3, -7});
    plane.code(new long[2]);
    double[] p = new double[2];
    plane.get(5, p);
    assertArrayEquals(new double[] {3, -7}, p);
  }

  /** Each row has another code that is as good. */
  @ParameterizedTest
  @CsvSource({"1, 2", "0, 0"})
  void equalOrZeroFeaturesSettleNoRow(double first, double second) {
    double[] w = {1, 2, first, second, 3, -1};
    assertNull(new RowCoder(Dense.wrap(3, 2, w)).nearestPlane());
  }

  /**
   * Rows that miss entries have a G of their own; many dependent features, and features that
   * searches do not see, would leave all rows unsettled.
   */
  @Test
  void whereRowsAreNotSettledThereIsNoPlane() {
    assertNull(
        new RowCoder(Dense.wrap(8, 1, new double[] {1, 2, 3, 4, 5, 6, 7, 8})).nearestPlane());
    assertNull(new RowCoder(SyntheticProblem.dense(20, 5, 12, 0, 1).w()).nearestPlane());
    assertNotNull(new RowCoder(SyntheticProblem.dense(20, 6, 12, 0, 1).w()).nearestPlane());
    assertNull(new RowCoder(Dense.wrap(2, 2, new double[] {1, 1, 0, 1e-6})).nearestPlane());
    Matrix x = Matrix.allocate(1, 2);
    x.set(0, 0, Float.NaN);
    Dense w = Dense.wrap(2, 2, new double[] {1, 0, 0, 1});
    assertNull(new RowCoder(w, MissingEntries.of(x)).nearestPlane());
  }
}
