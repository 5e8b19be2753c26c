package org.latentfeature.cli.option;

import picocli.CommandLine.Option;

/** The seed of every random number of a command. */
public final class SeedOption {

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "0",
      description = "Seed of all random numbers (default: ${DEFAULT-VALUE}).")
  public long seed;
}
