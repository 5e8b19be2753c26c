package org.latentfeature.cli.markov;

import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.latentfeature.cli.console.Interruption;
import org.latentfeature.cli.model.FittingCommand;
import org.latentfeature.cli.model.PreparedRows;
import org.latentfeature.cli.option.EstimatorFlags;
import org.latentfeature.cli.option.LargeDataOptions;
import org.latentfeature.cli.option.TableOptions;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.estimator.Provenance;
import org.latentfeature.io.MissingCode;
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
      "The model has no intercept: subtract the mean of X, or pass --standardise. Progress "
          + "shows the features in use and the evidence lower bound per row, in nats. Ctrl-C "
          + "stops the fit and saves the model so far; the exit status is then 130."
    },
    footer = {
      "",
      "Examples:",
      "  lfm markov fit X.npy -k 20 -o model.lfm",
      "  lfm markov fit X.npy -k 100 --infinite -o model.lfm --standardise --sigma 0.8",
      "  lfm markov fit large.npy -k 50 -o model.lfm --sample 10000 --memory 4g",
      "  lfm markov fit patches.npy -k 256 -o patches.lfm --stochastic --batch 4000 --sigma 25",
      "  lfm markov fit individuals.csv --genotypes -k 20 -o individuals.lfm --sigma 0.8"
    })
final class MarkovFitCommand extends FittingCommand {

  private static final String INFERENCE = "inference";

  @Option(
      names = "--standardise",
      description =
          "Subtract each column's mean and divide by its standard deviation (by 1 if the "
              + "column is constant). The model stores both and applies them to new rows.")
  boolean standardise;

  @Option(
      names = "--genotypes",
      description =
          "Read X as a table of genotypes: a row for each individual, two columns with the "
              + "allele sizes for each locus, any label columns. The model is fitted to the "
              + "standardised means of the two alleles.")
  boolean genotypes;

  @Option(
      names = "--stochastic",
      description =
          "Use stochastic inference, by random batches of rows; without it every step runs over "
              + "all rows, or those of a sample, and raises the evidence lower bound until it "
              + "converges.")
  boolean stochastic;

  @Mixin TableOptions table = new TableOptions();
  @Mixin LargeDataOptions large = new LargeDataOptions();

  /** All options of the estimator; its inference has a flag. */
  static final class Flags implements IModelTransformer {
    @Override
    public CommandSpec transform(CommandSpec command) {
      return EstimatorFlags.add(
          command, new MarkovEstimator(), false, name -> !name.equals(INFERENCE));
    }
  }

  @Override
  protected FitRequest<?, ?> request() {
    Map<String, String> words = stochastic ? Map.of(INFERENCE, "stochastic") : Map.of();
    FitRequest<?, ?> request =
        EstimatorFlags.request(command, new MarkovEstimator(), Objects.requireNonNull(k), words)
            .with(seed.seed, timeLimit.duration())
            .withSample(large.sample());
    if (stochastic && large.isSampleGiven()) {
      throw new ParameterException(
          command.commandLine(),
          "--sample applies to batch inference, --stochastic takes its batches of all rows; drop one of them");
    }
    table.check();
    if (genotypes && !reading.given().isEmpty()) {
      throw new ParameterException(
          command.commandLine(),
          "--genotypes reads a text table, finds loci and labels by its header and "
              + "standardises the loci; drop "
              + String.join(", ", reading.given()));
    }
    if (!genotypes && table.labelColumns != null) {
      throw new ParameterException(command.commandLine(), "--label-columns needs --genotypes");
    }
    return request;
  }

  @Override
  protected PreparedRows read(FitRequest<?, ?> request) throws IOException {
    if (request.allowsFiles() && !genotypes && !standardise && !table.isGiven()) {
      return PreparedRows.asRead(
          reading.readOrOpen(data, MissingCode.REFUSED, large.most(), reporting), reading);
    }
    return genotypes
        ? PreparedRows.genotypes(data, table, reporting)
        : PreparedRows.matrix(data, reading, table, standardise, reporting);
  }

  @Override
  protected @Nullable FitRequest<?, ?> complete(
      FitRequest<?, ?> request,
      LoadedData loaded,
      Supplier<Provenance> origin,
      Interruption interruption) {
    FitRequest<?, ?> complete = super.complete(request, loaded, origin, interruption);
    large.note(request, loaded.source(), reporting);
    return complete;
  }
}
