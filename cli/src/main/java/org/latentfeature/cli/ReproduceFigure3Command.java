package org.latentfeature.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.latentfeature.reproduction.Experiment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code lfm reproduce figure3}: errors on real data. */
@Command(
    name = "figure3",
    description = {
      "RMSE-noisy against K on real data sets: this engine's path and lasso, the algorithm as published, and other methods as recorded.",
      "Each method runs with several seeds. The page needs no network; its numbers are in figures.tsv,"
          + " comparison.tsv and times.tsv beside it.",
      "Ctrl-C ends the run; the page is written of what is there, and the exit status is 130."
    },
    footer = {
      "",
      "Example:",
      "  lfm reproduce figure3 --data data --recorded recorded-figures.tsv -o report"
    })
final class ReproduceFigure3Command implements Callable<Integer> {

  @Mixin ReproductionOptions options = new ReproductionOptions();

  @Override
  public Integer call() throws IOException {
    return options.run(Experiment.FIGURE3);
  }
}
