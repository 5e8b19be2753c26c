package org.latentfeature.evidence.figures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.fit.identifiability.SpanByBruteForce;

class FailureFrequencyTest {

  private static FailureFrequency measure(FailureFrequency.Setting setting) {
    return FailureFrequency.measure(setting, () -> true).orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({"8, 3, .3", "10, 3, .5", "6, 4, .5", "10, 2, .8"})
  void countsWhatBruteForceCounts(int n, int k, double p) {
    FailureFrequency.Setting setting = new FailureFrequency.Setting(n, k, p, 30, 4);
    int failures = 0;
    int dependent = 0;
    for (int t = 0; t < 30; t++) {
      BinaryMatrix z = setting.draw(t);
      boolean deficient = SpanByBruteForce.rank(z) < k;
      dependent += deficient ? 1 : 0;
      failures += deficient || !SpanByBruteForce.others(z).isEmpty() ? 1 : 0;
    }
    FailureFrequency found = measure(setting);
    assertEquals(failures, found.failures());
    assertEquals(dependent, found.dependent());
    assertEquals(0, found.undecided());
    assertEquals(failures / 30., found.frequency());
    assertTrue(failures > 0, "the case says too little");
  }

  @Test
  void aTrialHasAStreamOfItsOwn() {
    FailureFrequency.Setting few = new FailureFrequency.Setting(20, 5, .3, 2, 9);
    FailureFrequency.Setting many = new FailureFrequency.Setting(20, 5, .3, 50, 9);
    assertEquals(few.draw(1), many.draw(1));
    assertNotEquals(few.draw(0), few.draw(1));
    assertNotEquals(few.draw(0), new FailureFrequency.Setting(20, 5, .3, 2, 10).draw(0));
    assertEquals(measure(many), measure(many));
  }

  @Test
  void theOnesHaveTheirProbability() {
    FailureFrequency.Setting setting = new FailureFrequency.Setting(1000, 20, .3, 1, 1);
    int ones = setting.draw(0).columns().stream().mapToInt(c -> c.count()).sum();
    // 20,000 draws: a standard deviation is 65.
    assertEquals(6000, ones, 5 * 65);
  }

  @Test
  void sparseMatricesFailAndDenseOnesDoNot() {
    assertEquals(1, measure(new FailureFrequency.Setting(100, 10, .05, 20, 1)).frequency());
    assertEquals(0, measure(new FailureFrequency.Setting(100, 10, .5, 20, 1)).frequency());
  }

  @Test
  void isGivenUpWhenAsked() {
    AtomicInteger trials = new AtomicInteger();
    assertEquals(
        Optional.empty(),
        FailureFrequency.measure(
            new FailureFrequency.Setting(20, 5, .3, 50, 9), () -> trials.incrementAndGet() < 3));
    assertEquals(3, trials.get());
  }

  @Test
  void settingsThatCannotBe() {
    for (double p : new double[] {0, 1, -.1, Double.NaN}) {
      assertThrows(
          IllegalArgumentException.class, () -> new FailureFrequency.Setting(10, 2, p, 1, 0));
    }
    assertThrows(
        IllegalArgumentException.class, () -> new FailureFrequency.Setting(0, 2, .5, 1, 0));
    assertThrows(
        IllegalArgumentException.class, () -> new FailureFrequency.Setting(10, 0, .5, 1, 0));
    assertThrows(
        IllegalArgumentException.class, () -> new FailureFrequency.Setting(10, 257, .5, 1, 0));
    assertThrows(
        IllegalArgumentException.class, () -> new FailureFrequency.Setting(10, 2, .5, 0, 0));
  }
}
