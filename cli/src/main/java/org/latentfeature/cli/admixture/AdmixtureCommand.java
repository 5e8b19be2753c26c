package org.latentfeature.cli.admixture;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code lfm admixture}: shares of populations in individuals. */
@Command(
    name = "admixture",
    description = {
      "Fit shares of ancestral populations to genotypes.",
      "Individuals are mixtures of K populations, each with its own allele frequencies; both are "
          + "estimated by maximum likelihood, alternating least squares or tensor eigenpairs, and "
          + "written as ADMIXTURE writes them."
    },
    subcommands = AdmixtureFitCommand.class,
    footer = {"", "Example:", "  lfm admixture fit individuals.bed -k 3 -o shares --json"})
public final class AdmixtureCommand implements Callable<Integer> {

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
