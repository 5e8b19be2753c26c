package org.latentfeature.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.fit.metrics.Rmse;

class SyntheticProblemTest {

  @ParameterizedTest
  @CsvSource({
    "syn0, 100, 196, 4, 0",
    "syn1, 1000, 1000, 35, .01",
    "syn2, 1000, 900, 14, .1",
    "syn3, 1000, 900, 35, .1"
  })
  void shapesAndNoise(String kind, int n, int d, int k, double sigma) {
    SyntheticProblem p = SyntheticProblem.generate(kind, 1);
    assertEquals(n, p.x().rows());
    assertEquals(d, p.x().cols());
    assertEquals(n, p.z().rows());
    assertEquals(k, p.z().cols());
    assertEquals(k, p.w().rows());
    assertEquals(d, p.w().cols());
    assertEquals(sigma, Rmse.noisy(p.x(), p.z(), p.w()), .01 * sigma);
    assertEquals(k, new HashSet<>(p.z().columns()).size());
    for (BitVector column : p.z().columns()) {
      assertEquals(.5, column.count() / (double) n, 2.5 / Math.sqrt(n));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"syn0", "syn1", "syn2", "syn3"})
  void aSeedIsAProblem(String kind) {
    SyntheticProblem a = SyntheticProblem.generate(kind, 7);
    SyntheticProblem b = SyntheticProblem.generate(kind, 7);
    assertEquals(DataHash.sha256(a.x()), DataHash.sha256(b.x()));
    assertEquals(a.z(), b.z());
    assertArrayEquals(a.w().values(), b.w().values());
    SyntheticProblem other = SyntheticProblem.generate(kind, 8);
    assertNotEquals(DataHash.sha256(a.x()), DataHash.sha256(other.x()));
    assertNotEquals(a.z(), other.z());
  }

  /** Guards against a change that would silently give old seeds new problems. */
  @Test
  void theProblemsOfASeedNeverChange() {
    assertEquals(
        "3ba0b8a933e21952c2f282ed21622dbd184f5953e26bc697606348a8409f8468",
        DataHash.sha256(SyntheticProblem.generate("syn3", 1).x()));
    assertEquals(
        "262f353c752cde34cc455524ad7aabf8677d62210e57def891b6e884d52cd674",
        DataHash.sha256(SyntheticProblem.dense(331, 23, 5, .3, 3).x()));
  }

  @Test
  void syn0HasItsFourBlocks() {
    SyntheticProblem p = SyntheticProblem.generate("syn0", 1);
    for (int f = 0; f < 4; f++) {
      for (int j = 0; j < 196; j++) {
        int top = f / 2 * 7 + 2;
        int left = f % 2 * 7 + 2;
        boolean inside = j / 14 >= top && j / 14 < top + 3 && j % 14 >= left && j % 14 < left + 3;
        assertEquals(inside ? 1 : 0, p.w().get(f, j));
      }
    }
  }

  @Test
  void patchesAreWholeSquaresAnywhere() {
    SyntheticProblem p = SyntheticProblem.patches(10, 20, 500, 5, .1, 3);
    double squares = 0;
    boolean[] tops = new boolean[16];
    boolean[] lefts = new boolean[16];
    for (int f = 0; f < 500; f++) {
      int first = -1;
      int count = 0;
      for (int j = 0; j < 400; j++) {
        double v = p.w().get(f, j);
        if (v != 0) {
          first = first < 0 ? j : first;
          count++;
          squares += v * v;
          assertTrue(j / 20 - first / 20 < 5 && j % 20 - first % 20 >= 0);
          assertTrue(j % 20 - first % 20 < 5);
        }
      }
      assertEquals(25, count);
      tops[first / 20] = true;
      lefts[first % 20] = true;
    }
    assertEquals(.25, squares / (500 * 25), .01);
    for (int at = 0; at < 16; at++) {
      assertTrue(tops[at] && lefts[at], "no patch at " + at);
    }
  }

  @Test
  void badArguments() {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> SyntheticProblem.generate("syn9", 1));
    assertTrue(String.valueOf(e.getMessage()).contains("syn0, syn1, syn2, syn3"));
    assertThrows(IllegalArgumentException.class, () -> SyntheticProblem.dense(0, 1, 1, 0, 1));
    assertThrows(IllegalArgumentException.class, () -> SyntheticProblem.dense(1, 0, 1, 0, 1));
    assertThrows(IllegalArgumentException.class, () -> SyntheticProblem.dense(1, 1, 0, 0, 1));
    assertThrows(IllegalArgumentException.class, () -> SyntheticProblem.dense(1, 1, 1, -1, 1));
    assertThrows(
        IllegalArgumentException.class, () -> SyntheticProblem.dense(1, 1, 1, Double.NaN, 1));
    assertThrows(IllegalArgumentException.class, () -> SyntheticProblem.patches(1, 3, 1, 4, 0, 1));
  }
}
