package org.latentfeature.cli.reproduce;

import org.latentfeature.reproduction.Experiment;
import picocli.CommandLine.Command;

/** {@code lfm reproduce figure3}: errors on real data. */
@Command(
    name = "figure3",
    description = {
      "RMSE-noisy against K on real data sets: this engine's path and lasso, the algorithm as published, and other methods as recorded.",
      ExperimentCommand.RUNS,
      ExperimentCommand.INTERRUPTED
    },
    footer = {
      "",
      "Example:",
      "  lfm reproduce figure3 --data data --recorded recorded-figures.tsv -o report"
    })
final class ReproduceFigure3Command extends ExperimentCommand {

  ReproduceFigure3Command() {
    super(Experiment.FIGURE3);
  }
}
