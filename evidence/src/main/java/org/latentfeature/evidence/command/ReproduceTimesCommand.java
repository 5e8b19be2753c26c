package org.latentfeature.evidence.command;

import org.latentfeature.evidence.figures.Experiment;
import picocli.CommandLine.Command;

/** {@code lfm reproduce table-times}: seconds of every method. */
@Command(
    name = "table-times",
    description = {
      "Measure the run time of every method on every data set.",
      "Seconds at one K each, and of the runs that cover every K: of the path, the lasso, the "
          + "algorithm as published, the default fit and seven other methods, each as it runs by default.",
      ExperimentCommand.RUNS,
      ExperimentCommand.INTERRUPTED
    },
    footer = {"", "Example:", "  lfm reproduce table-times --data data -o report"})
final class ReproduceTimesCommand extends ExperimentCommand {

  ReproduceTimesCommand() {
    super(Experiment.TABLE_TIMES);
  }
}
