package org.latentfeature.cli.admixture;

import org.latentfeature.cli.option.CommandGroup;
import picocli.CommandLine.Command;

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
public final class AdmixtureCommand extends CommandGroup {}
