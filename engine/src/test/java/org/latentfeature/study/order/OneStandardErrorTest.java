package org.latentfeature.study.order;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class OneStandardErrorTest {

  @Test
  void theFirstWithinOneErrorOfTheLeastIsChosen() {
    OneStandardError rule =
        OneStandardError.of(
            List.of(
                new double[] {9, 9, 9, 9},
                // 4 above the least, each row by 1: without a doubt.
                new double[] {3, 4, 5, 6},
                // 1 above, in one row more and in another less.
                new double[] {6, 1, 4, 4},
                new double[] {2, 3, 4, 5},
                new double[] {2.1, 3, 4, 5}));
    assertEquals(3, rule.least());
    assertEquals(2, rule.chosen());
    assertEquals(0, rule.deviations().get(1));
    // Differences 4, −2, 0, −1, less their mean ¼.
    assertEquals(
        Math.sqrt(3.75 * 3.75 + 2.25 * 2.25 + .25 * .25 + 1.25 * 1.25), rule.deviations().get(2));
  }

  @Test
  void ofEqualModelsTheFirstIsTheLeast() {
    OneStandardError rule =
        OneStandardError.of(List.of(new double[] {2, 2}, new double[] {1, 1}, new double[] {1, 1}));
    assertEquals(1, rule.least());
    assertEquals(1, rule.chosen());
  }
}
