package org.latentfeature.cuda;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.junit.jupiter.api.Test;

final class DevicePolishTest {

  @Test
  void theBestDistinctNonZeroOnesAreChosen() {
    double[] scores = {1, 5, 5, 3, 9, 5};
    long[] hashes = {11, 12, 12, 13, 0, 14};
    assertArrayEquals(new int[] {1, 5, 3}, DevicePolish.distinct(scores, hashes, 3));
    assertArrayEquals(new int[] {1, 5, 3, 0}, DevicePolish.distinct(scores, hashes, 9));
  }
}
