package org.latentfeature.evidence.command;

import java.util.stream.Stream;
import org.latentfeature.cli.CommandContract;

/** Every experiment keeps to what holds of every command. */
class ExperimentsContractTest extends CommandContract {

  @Override
  protected Stream<String> firstWords() {
    return Stream.of("reproduce");
  }
}
