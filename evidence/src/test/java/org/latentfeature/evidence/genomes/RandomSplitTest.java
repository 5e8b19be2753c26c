package org.latentfeature.evidence.genomes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.latentfeature.data.Failures;

class RandomSplitTest {

  @Test
  void everyRowIsInOnePart() {
    for (int rows : new int[] {2, 3, 17, 266}) {
      for (int training = 1; training < rows; training += 1 + rows / 7) {
        RandomSplit split = new RandomSplit(rows, training, rows);
        assertEquals(training, split.training().length);
        int[] all =
            IntStream.concat(Arrays.stream(split.training()), Arrays.stream(split.test()))
                .sorted()
                .toArray();
        assertArrayEquals(IntStream.range(0, rows).toArray(), all);
        int[] ascending = split.test();
        Arrays.sort(ascending);
        assertArrayEquals(ascending, split.test());
      }
    }
  }

  @Test
  void theSeedDecides() {
    RandomSplit first = new RandomSplit(266, 212, 1);
    assertArrayEquals(first.training(), new RandomSplit(266, 212, 1).training());
    assertFalse(Arrays.equals(first.training(), new RandomSplit(266, 212, 2).training()));
    first.training()[0] = -1;
    assertTrue(first.training()[0] >= 0, "a copy is given");
  }

  @Test
  void everyChoiceIsEquallyLikely() {
    int draws = 12_000;
    int[][] together = new int[4][4];
    for (int seed = 0; seed < draws; seed++) {
      int[] held = new RandomSplit(4, 2, seed).test();
      together[held[0]][held[1]]++;
    }
    for (int i = 0; i < 4; i++) {
      for (int j = i + 1; j < 4; j++) {
        // A sixth of the draws; five standard deviations of a binomial count are 204.
        assertEquals(2000, together[i][j], 204, i + " and " + j);
      }
    }
  }

  @Test
  void shares() {
    assertEquals(213, RandomSplit.ofShare(266, .8, 0).training().length);
    assertEquals(212, RandomSplit.ofShare(266, 212 / 266., 0).training().length);
    assertEquals(1, RandomSplit.ofShare(2, .5, 0).test().length);
    assertEquals(1, RandomSplit.ofShare(3, .5, 7).test().length);
  }

  @Test
  void emptyPartsAreRefused() {
    Failures.assertSays(() -> new RandomSplit(5, 5, 0), "5 of 5 rows to train on", "at least 1");
    Failures.assertSays(() -> new RandomSplit(5, 0, 0), "0 of 5 rows");
    Failures.assertSays(() -> new RandomSplit(1, 1, 0), "1 of 1 row to");
    Failures.assertSays(() -> RandomSplit.ofShare(5, .95, 0), "5 of 5 rows");
    for (double share : new double[] {0, 1, -1, 2, Double.NaN}) {
      Failures.assertSays(() -> RandomSplit.ofShare(5, share, 0), "is " + share, "between 0 and 1");
    }
  }
}
