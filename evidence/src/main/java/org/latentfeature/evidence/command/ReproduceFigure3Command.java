package org.latentfeature.evidence.command;

import org.latentfeature.evidence.figures.Experiment;
import picocli.CommandLine.Command;

/** {@code lfm reproduce figure3}: errors on real data. */
@Command(
    name = "figure3",
    description = {
      "Reproduce Figure 3 of Yen et al.: errors against K on real data.",
      "RMSE-noisy of the path and the lasso of this engine, of the algorithm as published, and of other methods as recorded.",
      ExperimentCommand.RUNS,
      ExperimentCommand.EQUAL_TIME,
      ExperimentCommand.INTERRUPTED
    },
    footer = {
      "",
      "Examples:",
      "  lfm reproduce figure3 --data data --recorded recorded-figures.tsv -o report",
      "  lfm reproduce figure3 --data data --recorded recorded-figures.tsv --methods all --time-limit 30 -o report"
    })
final class ReproduceFigure3Command extends ExperimentCommand {

  ReproduceFigure3Command() {
    super(Experiment.FIGURE3);
  }
}
