package org.latentfeature.evidence.recovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.DenseProblem;
import org.latentfeature.evidence.recovery.FrontierFit.Setting;

class FrontierFitTest {

  private static BinaryMatrix z(String... columns) {
    List<BitVector> bits =
        Arrays.stream(columns)
            .map(
                c -> {
                  boolean[] ones = new boolean[c.length()];
                  for (int i = 0; i < ones.length; i++) {
                    ones[i] = c.charAt(i) == '1';
                  }
                  return BitVector.of(ones);
                })
            .toList();
    return BinaryMatrix.ofColumns(columns[0].length(), bits);
  }

  @Test
  void columnsAreFoundInAnyOrderAndEachButOnce() {
    assertEquals(2, FrontierFit.found(z("0011", "0101"), z("0101", "0011")));
    assertEquals(1, FrontierFit.found(z("0011", "0101"), z("0101", "1100")));
    assertEquals(1, FrontierFit.found(z("0011", "0011"), z("0101", "0011")));
    assertEquals(2, FrontierFit.found(z("0011", "0011"), z("0011", "0011")));
    assertEquals(0, FrontierFit.found(z("0011", "0101"), BinaryMatrix.empty(4)));
    assertEquals(1, FrontierFit.found(z("0011"), z("0101", "0011", "1111")));
  }

  private static FrontierFit fit(int k, int rows, long seed, int found) {
    return new FrontierFit(
        new Setting(DenseProblem.of(rows, 9, k, .1, seed), 60, "java"),
        found,
        found,
        1,
        "converged");
  }

  @Test
  void exactIsAllOfThem() {
    assertTrue(fit(3, 10, 1, 3).exact());
    assertFalse(fit(3, 10, 1, 2).exact());
  }

  /** Sizes of which all, two of three, one of three and none are exact have four colours. */
  @Test
  void coloursTellHowManyAreExact() {
    List<FrontierFit> fits =
        List.of(
            fit(10, 100, 1, 10),
            fit(10, 100, 2, 10),
            fit(10, 100, 3, 10),
            fit(20, 100, 1, 20),
            fit(20, 100, 2, 20),
            fit(20, 100, 3, 0),
            fit(30, 100, 1, 30),
            fit(30, 100, 2, 29),
            fit(30, 100, 3, 0),
            fit(40, 100, 1, 39),
            fit(40, 100, 2, 39),
            fit(40, 100, 3, 0));
    String svg = FrontierChart.svg(fits);
    for (String colour : List.of("#0072b2", "#009e73", "#e69f00", "#d55e00")) {
      Matcher group = Pattern.compile("<g fill=\"" + colour + "\"").matcher(svg);
      assertTrue(group.find(), () -> colour + " is not in " + svg);
    }
    String two = FrontierChart.svg(fits.subList(0, 6));
    assertTrue(two.contains("K = 35, published") && two.contains("N = 0.1 K²"));
  }
}
