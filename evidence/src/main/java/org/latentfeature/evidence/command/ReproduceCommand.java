package org.latentfeature.evidence.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code lfm reproduce}: the figures of the paper's experiments, made again. */
@Command(
    name = "reproduce",
    description = {
      "Reproduce an experiment of a paper.",
      "Of Yen et al. (ICML 2017): figure1, figure2, figure3, table-times and risk. Of tensor eigenpairs"
          + " (Jaffe et al., ICML 2018): spectral-figure2 and admixture. Of Markov latent feature"
          + " models (Zhang & Paisley, ICML 2016): denoising and genomes. Our own: calibration, counts, frontier, ratings and recovery."
    },
    subcommands = {
      ReproduceAllCommand.class,
      ReproduceFigure1Command.class,
      ReproduceFigure2Command.class,
      ReproduceFigure3Command.class,
      ReproduceTimesCommand.class,
      ReproduceCalibrationCommand.class,
      ReproduceCountsCommand.class,
      ReproduceFrontierCommand.class,
      ReproduceSpectralFigure2Command.class,
      ReproduceAdmixtureCommand.class,
      ReproduceDenoisingCommand.class,
      ReproduceGenomesCommand.class,
      ReproduceRecoveryCommand.class,
      ReproduceRiskCommand.class,
      ReproduceRatingsCommand.class
    },
    footer = {"", "Example:", "  lfm reproduce figure2 --data data -o report --json"})
public final class ReproduceCommand implements Callable<Integer> {

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  boolean help;

  @Spec CommandSpec command;

  /** Without an experiment there is nothing to do. */
  @Override
  public Integer call() {
    throw new ParameterException(
        command.commandLine(),
        "an experiment is missing; choose one of "
            + String.join(", ", command.subcommands().keySet()));
  }
}
