package org.latentfeature.step;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Test;

final class AtomRankingTest {

  @Test
  void theBestDistinctNonZeroOnesAreChosen() {
    double[] scores = {1, 5, 5, 3, 9, 5};
    long[] hashes = {11, 12, 12, 13, 0, 14};
    assertArrayEquals(new int[] {1, 5, 3}, AtomRanking.distinct(scores, hashes, 3));
    assertArrayEquals(new int[] {1, 5, 3, 0}, AtomRanking.distinct(scores, hashes, 9));
  }

  @Test
  void hashesTellWordsAndTheirPlaces() {
    assertEquals(0, AtomRanking.hash(new long[3]));
    assertNotEquals(AtomRanking.hash(new long[] {5, 0}), AtomRanking.hash(new long[] {0, 5}));
    assertNotEquals(AtomRanking.hash(new long[] {5, 5}), AtomRanking.hash(new long[] {5, 4}));
  }
}
