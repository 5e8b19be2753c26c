package org.latentfeature.evidence.command;

import org.latentfeature.cli.option.CommandGroup;
import picocli.CommandLine.Command;

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
public final class ReproduceCommand extends CommandGroup {

  /** The experiments. */
  public ReproduceCommand() {
    super("an experiment");
  }
}
