package org.latentfeature.evidence.command;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.latentfeature.cli.effect.EffectContract;

/** The options of the experiments. */
@Tag("whole")
class ExperimentEffectTest extends EffectContract {

  ExperimentEffectTest() throws IOException {
    super("reproduce"::equals);
  }
}
