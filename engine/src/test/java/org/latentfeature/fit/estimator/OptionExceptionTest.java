package org.latentfeature.fit.estimator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.latentfeature.fit.FitOption;
import org.latentfeature.fit.OptionException;

/**
 * A wrong value of an option names the option, so that nobody has to read that from the message.
 */
final class OptionExceptionTest {

  private static OptionException refusal(Estimator<?, ?> estimator, String name, String word) {
    return assertThrows(
        OptionException.class,
        () -> estimator.request(3, Map.of(name, word)),
        () -> estimator.name() + " " + name);
  }

  @Test
  void aWordThatIsNoValueIsRefusedByTheNameOfItsOption() {
    int options = 0;
    for (Estimator<?, ?> estimator : Estimators.all()) {
      for (FitOption<?, ?> option : estimator.table().options()) {
        OptionException e = refusal(estimator, option.name(), "no-such-value");
        assertEquals(option.name(), e.option());
        assertEquals(option.name() + " " + e.complaint(), e.getMessage());
        assertTrue(e.complaint().contains("no-such-value"), e.complaint());
        options++;
      }
    }
    assertTrue(options > 50, options + " options");
  }

  /** No option is a number below this one. */
  @Test
  void aNumberOutOfItsRangeIsRefusedByTheNameOfItsOption() {
    int options = 0;
    for (Estimator<?, ?> estimator : Estimators.all()) {
      for (FitOption<?, ?> option : estimator.table().options()) {
        if (option.range() != null && option.condition() == null) {
          assertEquals(option.name(), refusal(estimator, option.name(), "-7").option());
          options++;
        }
      }
    }
    assertTrue(options > 20, options + " options");
  }

  @Test
  void optionsThatContradictEachOtherNameTheFirst() {
    Estimator<?, ?> lasso = Estimators.named("lasso");
    OptionException e =
        assertThrows(
            OptionException.class,
            () -> lasso.request(3, Map.of("method", "path", "penalty", "1")));
    assertEquals("method", e.option());
    Estimator<?, ?> markov = Estimators.named("markov");
    assertEquals("kappa", refusal(markov, "kappa", ".7").option());
    assertEquals("gamma", refusal(markov, "gamma", "2").option());
  }
}
