package org.latentfeature.base.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class RandomStreamTest {

  @Test
  void moments() {
    RandomStream random = new RandomStream(1, "moments");
    int n = 200_000;
    double[] powers = new double[5];
    double uniform = 0;
    int[] counts = new int[7];
    for (int t = 0; t < n; t++) {
      double g = random.nextGaussian();
      double power = 1;
      for (int p = 1; p < 5; p++) {
        power *= g;
        powers[p] += power / n;
      }
      uniform += random.nextDouble() / n;
      counts[random.nextInt(7)]++;
    }
    assertEquals(0, powers[1], .01);
    assertEquals(1, powers[2], .02);
    assertEquals(0, powers[3], .05);
    assertEquals(3, powers[4], .1);
    assertEquals(.5, uniform, .01);
    for (int count : counts) {
      assertEquals(n / 7.0, count, 5 * Math.sqrt(n / 7.0));
    }
  }

  @Test
  void seedsAndPurposesGiveTheirOwnStreams() {
    long a = new RandomStream(1, "a").nextLong();
    assertEquals(a, new RandomStream(1, "a").nextLong());
    assertNotEquals(a, new RandomStream(2, "a").nextLong());
    assertNotEquals(a, new RandomStream(1, "b").nextLong());
  }

  @Test
  void theWholeRangeOfIntsIsReached() {
    RandomStream random = new RandomStream(3, "range");
    int largest = 0;
    for (int t = 0; t < 1000; t++) {
      int v = random.nextInt(Integer.MAX_VALUE);
      assertTrue(v >= 0);
      largest = Math.max(largest, v);
      assertEquals(0, random.nextInt(1));
    }
    assertTrue(largest > Integer.MAX_VALUE / 100 * 98);
  }

  /** Numbers by their place are those of the sequence. */
  @Test
  void uniformNumbersByTheirPlace() {
    RandomStream sequence = new RandomStream(5, "places");
    RandomStream places = new RandomStream(5, "places");
    for (int p = 0; p < 20; p++) {
      assertEquals(sequence.nextDouble(), places.uniformAt(p));
    }
  }
}
