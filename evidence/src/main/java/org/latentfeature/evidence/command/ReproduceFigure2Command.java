package org.latentfeature.evidence.command;

import org.latentfeature.evidence.figures.Experiment;
import picocli.CommandLine.Command;

/** {@code lfm reproduce figure2}: errors on synthetic data. */
@Command(
    name = "figure2",
    description = {
      "Reproduce Figure 2 of Yen et al.: errors against K on synthetic data.",
      "Hamming error, RMSE and RMSE-noisy of the path and the lasso of this engine, of the algorithm as published, and of other methods as recorded.",
      ExperimentCommand.RUNS,
      ExperimentCommand.EQUAL_TIME,
      ExperimentCommand.INTERRUPTED
    },
    footer = {
      "",
      "Examples:",
      "  lfm reproduce figure2 --data data --recorded recorded-figures.tsv -o report",
      "  lfm reproduce figure2 --data data --recorded recorded-figures.tsv --methods all --time-limit 30 -o report"
    })
final class ReproduceFigure2Command extends ExperimentCommand {

  ReproduceFigure2Command() {
    super(Experiment.FIGURE2);
  }
}
