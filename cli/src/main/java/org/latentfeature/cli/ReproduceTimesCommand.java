package org.latentfeature.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.latentfeature.reproduction.Experiment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code lfm reproduce table-times}: seconds of every method. */
@Command(
    name = "table-times",
    description = {
      "Seconds of every method on every data set, at one K each, and of the runs that give every K.",
      "Each method runs with several seeds. The page needs no network; its numbers are in figures.tsv,"
          + " comparison.tsv and times.tsv beside it.",
      "Ctrl-C ends the run; the page is written of what is there, and the exit status is 130."
    },
    footer = {"", "Example:", "  lfm reproduce table-times --data data -o report"})
final class ReproduceTimesCommand implements Callable<Integer> {

  @Mixin ReproductionOptions options = new ReproductionOptions();

  @Override
  public Integer call() throws IOException {
    return options.run(Experiment.TABLE_TIMES);
  }
}
