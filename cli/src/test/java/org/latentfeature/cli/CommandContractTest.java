package org.latentfeature.cli;

import java.util.stream.Stream;

/** Every command of the product. */
class CommandContractTest extends CommandContract {

  @Override
  protected Stream<String> firstWords() {
    return Lfm.line().getSubcommands().keySet().stream();
  }
}
