package org.latentfeature.fit.identifiability;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;

class SpanScanTest {

  private static boolean isAlone(BinaryMatrix z) {
    return SpanScan.isAlone(DistinctRows.of(z), z.cols(), StopSignal.NEVER);
  }

  /** Few rows, so that both answers occur; dependent columns are left to the exact search. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5})
  void theAnswerIsThatOfBruteForce(int k) {
    int alone = 0;
    int problems = 60;
    for (int seed = 0; seed < problems; seed++) {
      BinaryMatrix z = BernoulliIncidence.draw(2 * k + 1, k, .5, seed);
      boolean expected = SpanByBruteForce.rank(z) == k && SpanByBruteForce.others(z).isEmpty();
      assertEquals(expected, isAlone(z), "seed " + seed);
      alone += expected ? 1 : 0;
    }
    assertTrue(alone > 0 && alone < problems, alone + " alone");
  }

  /** Two of three parts that are never together each: of so many columns no pair makes another. */
  @ParameterizedTest
  @ValueSource(ints = {20, 35})
  void aMixtureAmongManyColumnsIsFound(int k) {
    int rows = 1000;
    List<BitVector> columns =
        new ArrayList<>(BernoulliIncidence.draw(rows, k - 3, .5, 1).columns());
    for (int f = 0; f < 3; f++) {
      boolean[] ones = new boolean[rows];
      for (int i = 0; i < rows; i++) {
        int part = (int) (5 * CounterRandom.uniform(2, i, 0));
        ones[i] = part < 3 && part != f;
      }
      columns.add(BitVector.of(ones));
    }
    BinaryMatrix z = BinaryMatrix.ofColumns(rows, columns);
    assertTrue(FeaturePairs.other(z).isEmpty());
    assertFalse(isAlone(z));
    assertTrue(isAlone(BernoulliIncidence.draw(rows, k, .5, 1)));
  }
}
