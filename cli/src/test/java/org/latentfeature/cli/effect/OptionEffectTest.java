package org.latentfeature.cli.effect;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The options of the product's commands, and those of every estimator. */
@Tag("whole")
class OptionEffectTest extends EffectContract {

  OptionEffectTest() throws IOException {
    super(command -> true);
  }

  @Test
  void everyOptionOfAnEstimatorHasAnEffect() {
    assertEquals(Set.of(), left(AllOptions.ofEstimators(), AllOptions.ofEstimators(all())));
  }
}
