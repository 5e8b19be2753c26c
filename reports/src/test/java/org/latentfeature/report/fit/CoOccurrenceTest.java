package org.latentfeature.report.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;

class CoOccurrenceTest {

  private static BinaryMatrix columns(String... columns) {
    BinaryMatrix z = BinaryMatrix.empty(columns[0].length());
    for (String column : columns) {
      boolean[] ones = new boolean[column.length()];
      for (int i = 0; i < ones.length; i++) {
        ones[i] = column.charAt(i) == '1';
      }
      z = z.with(BitVector.of(ones));
    }
    return z;
  }

  @Test
  void phiIsTheCorrelationOfTheColumns() {
    CoOccurrence of = new CoOccurrence(columns("11110000", "11100000", "00001111", "10101010"));
    assertEquals(-1, of.phi(0, 2), 1e-12);
    assertEquals(0, of.phi(0, 3), 1e-12);
    // Means 1/2 and 3/8, both in 3 of 8: (3/8 − 3/16) / √(1/4 · 15/64).
    assertEquals(.1875 / Math.sqrt(.25 * 15 / 64), of.phi(0, 1), 1e-12);
    assertEquals(of.phi(0, 1), of.phi(1, 0));
  }

  @Test
  void ofWhatAllOrNoneHaveThereIsNoPhi() {
    CoOccurrence of = new CoOccurrence(columns("1111", "0000", "1100", "1000"));
    assertTrue(Double.isNaN(of.phi(0, 2)) && Double.isNaN(of.phi(1, 2)));
    assertEquals(1, of.strongest(10).size());
  }

  @Test
  void complementsAreThePairsOfWhichEachRowHasExactlyOne() {
    CoOccurrence of =
        new CoOccurrence(columns("11110000", "11100000", "00001111", "00011111", "11111111"));
    assertEquals(
        List.of("0 2", "1 3"),
        of.complements().stream().map(pair -> pair.a() + " " + pair.b()).toList());
    assertEquals(4, of.together(2, 3));
    assertEquals(5, of.rows(3));
  }

  @Test
  void thePairsFarthestFromIndependenceComeFirst() {
    CoOccurrence of = new CoOccurrence(columns("11110000", "11100000", "00001111", "10101010"));
    CoOccurrence.Pair first = of.strongest(2).get(0);
    assertEquals(0, first.a());
    assertEquals(2, first.b());
    assertEquals(0, first.together());
    assertEquals(2, first.expected());
    assertEquals(2, of.strongest(2).size());
  }
}
