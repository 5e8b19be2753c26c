package org.latentfeature.base.random;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CounterRandomTest {

  private static final int DRAWS = 100_000;

  /** Along rows, along columns and along seeds: χ² of 64 cells, 63 ± 11, below six deviations. */
  @Test
  void uniformAlongEveryAddress() {
    for (int axis = 0; axis < 3; axis++) {
      int[] cells = new int[64];
      for (int i = 0; i < DRAWS; i++) {
        double u = CounterRandom.uniform(axis == 0 ? i : 9, axis == 1 ? i : 4, axis == 2 ? i : 2);
        assertTrue(u >= 0 && u < 1, () -> "outside [0, 1): " + u);
        cells[(int) (64 * u)]++;
      }
      double expected = DRAWS / 64.0;
      double chi =
          Arrays.stream(cells).mapToDouble(c -> (c - expected) * (c - expected) / expected).sum();
      assertTrue(chi < 130, "axis " + axis + ": " + chi);
    }
  }

  @Test
  void normalHasItsMoments() {
    double sum = 0;
    double squares = 0;
    double neighbours = 0;
    double last = 0;
    for (int i = 0; i < DRAWS; i++) {
      double v = CounterRandom.normal(3, i / 100, i % 100);
      sum += v;
      squares += v * v;
      neighbours += v * last;
      last = v;
    }
    double deviation = 1 / Math.sqrt(DRAWS);
    assertEquals(0, sum / DRAWS, 5 * deviation);
    assertEquals(1, squares / DRAWS, 5 * Math.sqrt(2) * deviation);
    assertEquals(0, neighbours / DRAWS, 5 * deviation);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 63, 1000})
  void permutationsHoldEachIndexOnce(int n) {
    int[] order = CounterRandom.permutation(5, n);
    assertArrayEquals(order, CounterRandom.permutation(5, n), "repeatable");
    assertArrayEquals(IntStream.range(0, n).toArray(), Arrays.stream(order).sorted().toArray());
  }

  /** All 24 orders of four, 1000 expected of each. */
  @Test
  void permutationsAreFair() {
    int[] counts = new int[256];
    for (int seed = 0; seed < 24_000; seed++) {
      int[] p = CounterRandom.permutation(seed, 4);
      counts[p[0] << 6 | p[1] << 4 | p[2] << 2 | p[3]]++;
    }
    int[] seen = Arrays.stream(counts).filter(c -> c > 0).toArray();
    assertEquals(24, seen.length);
    for (int count : seen) {
      assertEquals(1000, count, 190);
    }
  }

  @Test
  void streamsOfAllSeedsAndPurposesDiffer() {
    Set<Long> streams = new HashSet<>();
    for (long seed = -50; seed < 50; seed++) {
      for (long purpose = -50; purpose < 50; purpose++) {
        streams.add(CounterRandom.stream(seed, purpose));
      }
    }
    assertEquals(10_000, streams.size());
    int equalBits = 0;
    for (int i = 0; i < 1000; i++) {
      long a = CounterRandom.bits(CounterRandom.stream(1, 1), i, 0);
      long b = CounterRandom.bits(CounterRandom.stream(1, 2), i, 0);
      equalBits += Long.bitCount(~(a ^ b));
    }
    assertEquals(.5, equalBits / 64_000.0, 0.01, "two streams share half of their bits by chance");
  }
}
