package org.latentfeature.cli;

import picocli.CommandLine.Option;

/** The seed of every random number of a command. */
final class SeedOption {

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "0",
      description = "Seed of all random numbers, a whole number (default: ${DEFAULT-VALUE}).")
  long seed;
}
