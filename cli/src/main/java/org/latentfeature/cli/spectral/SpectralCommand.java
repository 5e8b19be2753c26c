package org.latentfeature.cli.spectral;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code lfm spectral}: features from moments of the data. */
@Command(
    name = "spectral",
    description = {
      "Fit features by tensor eigenpairs: eigenpairs of the whitened third moment.",
      "For large N and up to 16 features; the number of features and the noise level are "
          + "estimated from the data (Jaffe, Weiss, Carmi, Kluger & Nadler, ICML 2018). The "
          + "commands for models, from 'lfm transform' to 'lfm report', accept these models too."
    },
    subcommands = SpectralFitCommand.class,
    footer = {
      "",
      "Example:",
      "  lfm spectral fit X.npy -o model.lfm --json && lfm report model.lfm X.npy -o report.html"
    })
public final class SpectralCommand implements Callable<Integer> {

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  boolean help;

  @Spec CommandSpec command;

  /** Without a command there is nothing to do. */
  @Override
  public Integer call() {
    throw new ParameterException(
        command.commandLine(),
        "a command is missing; choose one of " + String.join(", ", command.subcommands().keySet()));
  }
}
