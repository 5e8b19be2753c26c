package org.latentfeature.evidence.command;

import org.latentfeature.cli.CommandProvider;

/** Gives the command line its {@code lfm reproduce}. */
public final class ReproduceProvider implements CommandProvider {

  @Override
  public String name() {
    return "reproduce";
  }

  @Override
  public Class<?> command() {
    return ReproduceCommand.class;
  }
}
