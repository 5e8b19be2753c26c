package org.latentfeature.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.latentfeature.reproduction.Experiment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code lfm reproduce figure2}: errors on synthetic data. */
@Command(
    name = "figure2",
    description = {
      "Errors against K on the synthetic data sets: Hamming, RMSE and RMSE-noisy of this engine's path and lasso, of the algorithm as published, and of other methods as recorded.",
      "Each method runs with several seeds. The page needs no network; its numbers are in figures.tsv,"
          + " comparison.tsv and times.tsv beside it.",
      "Ctrl-C ends the run; the page is written of what is there, and the exit status is 130."
    },
    footer = {
      "",
      "Example:",
      "  lfm reproduce figure2 --data data --recorded recorded-figures.tsv -o report"
    })
final class ReproduceFigure2Command implements Callable<Integer> {

  @Mixin ReproductionOptions options = new ReproductionOptions();

  @Override
  public Integer call() throws IOException {
    return options.run(Experiment.FIGURE2);
  }
}
