package org.latentfeature.cli.markov;

import java.io.IOException;
import java.util.Map;
import org.latentfeature.cli.model.FittingCommand;
import org.latentfeature.cli.model.PreparedRows;
import org.latentfeature.cli.option.EstimatorFlags;
import org.latentfeature.cli.option.TableOptions;
import org.latentfeature.estimator.Estimator;
import org.latentfeature.estimator.Trainer;
import org.latentfeature.markov.MarkovEstimator;
import picocli.CommandLine.Command;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code lfm markov fit}: from a file with X to a Markov latent feature model. */
@Command(
    name = "fit",
    modelTransformer = MarkovFitCommand.Flags.class,
    description = {
      "Fit a Markov latent feature model to the rows of X and save it.",
      "X is taken to vary around 0: subtract its mean, or pass --standardise. Progress shows the"
          + " features in use, and the lower bound of the evidence a row, in nats. Ctrl-C ends"
          + " the fit with the model so far, which is saved; the exit status is then 130."
    },
    footer = {
      "",
      "Examples:",
      "  lfm markov fit X.npy -k 20 -o model.lfm",
      "  lfm markov fit X.npy -k 100 --infinite -o model.lfm --standardise --sigma 0.8",
      "  lfm markov fit patches.npy -k 256 -o patches.lfm --stochastic --batch 4000 --sigma 25",
      "  lfm markov fit people.csv --genotypes -k 20 -o people.lfm --sigma 0.8"
    })
final class MarkovFitCommand extends FittingCommand {

  private static final String INFERENCE = "inference";

  @Option(
      names = "--standardise",
      description =
          "Fit multiples of each column's standard deviation from its mean; the model remembers both"
              + " and does the same with new rows. Of a column that is the same in all rows the"
              + " deviation counts as 1.")
  boolean standardise;

  @Option(
      names = "--genotypes",
      description =
          "X is a table of people with two columns for each locus, the sizes of the alleles, and"
              + " any labels; what is fitted are their means, standardised.")
  boolean genotypes;

  @Option(
      names = "--stochastic",
      description =
          "Step by random batches of rows, for many rows (default: every step runs over all rows"
              + " and raises the lower bound of the evidence, until it rises no more).")
  boolean stochastic;

  @Mixin TableOptions table = new TableOptions();

  /** All options of the estimator; its inference has a flag. */
  static final class Flags implements IModelTransformer {
    @Override
    public CommandSpec transform(CommandSpec command) {
      return EstimatorFlags.add(
          command, new MarkovEstimator(), false, name -> !name.equals(INFERENCE));
    }
  }

  @Override
  protected Estimator<?, ?> estimator() {
    return new MarkovEstimator();
  }

  @Override
  protected Map<String, String> words() {
    return stochastic ? Map.of(INFERENCE, "stochastic") : Map.of();
  }

  @Override
  protected PreparedRows read() throws IOException {
    return genotypes
        ? PreparedRows.genotypes(data, table, reporting)
        : PreparedRows.matrix(data, reading, table, standardise, reporting);
  }

  @Override
  protected void check(Trainer<?, ?> trainer) {
    table.check();
    if (genotypes && !reading.given().isEmpty()) {
      throw new ParameterException(
          command.commandLine(),
          "--genotypes reads a table of text, finds its loci and labels by the header, and"
              + " standardises it; drop "
              + String.join(", ", reading.given()));
    }
    if (!genotypes && table.labelColumns != null) {
      throw new ParameterException(
          command.commandLine(),
          "--label-columns is of a table of genotypes; give --genotypes too");
    }
  }
}
