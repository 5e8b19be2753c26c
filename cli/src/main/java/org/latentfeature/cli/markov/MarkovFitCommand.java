package org.latentfeature.cli.markov;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.cli.console.Answer;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.cli.console.Interruption;
import org.latentfeature.cli.console.Progress;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.console.Stopwatch;
import org.latentfeature.cli.console.Version;
import org.latentfeature.cli.model.DataCheck;
import org.latentfeature.cli.model.PreparedRows;
import org.latentfeature.cli.option.BackendOptions;
import org.latentfeature.cli.option.FeatureCount;
import org.latentfeature.cli.option.MemoryCheck;
import org.latentfeature.cli.option.ReadingOptions;
import org.latentfeature.cli.option.Reads;
import org.latentfeature.cli.option.SeedOption;
import org.latentfeature.cli.option.TableOptions;
import org.latentfeature.cli.option.TimeLimitOption;
import org.latentfeature.cli.option.Writes;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.FittedData;
import org.latentfeature.fit.UnfinishedFitException;
import org.latentfeature.markov.MarkovLatentFeatures;
import org.latentfeature.markov.MarkovModel;
import org.latentfeature.markov.MarkovOptions;
import org.latentfeature.markov.MarkovResult;
import org.latentfeature.model.ModelFile;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lfm markov fit}: from a file with X to a Markov latent feature model. */
@Command(
    name = "fit",
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
final class MarkovFitCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "X",
      description = "The data, a row for each observation: .npy, .npz, .csv, .tsv or libsvm.")
  @Reads
  Path data;

  @Option(
      names = {"-k", "--features"},
      paramLabel = "K",
      required = true,
      converter = FeatureCount.class,
      description = "Number of features; with --infinite, the most there can be.")
  int k;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "MODEL",
      required = true,
      description = "The model's file.")
  @Writes
  Path output;

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

  @Mixin MarkovPriorOptions prior = new MarkovPriorOptions();
  @Mixin MarkovInferenceOptions inference = new MarkovInferenceOptions();
  @Mixin TimeLimitOption timeLimit = new TimeLimitOption();
  @Mixin SeedOption seed = new SeedOption();
  @Mixin ReadingOptions reading = new ReadingOptions();
  @Mixin TableOptions table = new TableOptions();
  @Mixin BackendOptions backends = new BackendOptions();
  @Mixin Reporting reporting = new Reporting();

  @Spec CommandSpec command;

  @Override
  public Integer call() throws IOException {
    MarkovOptions options = options();
    checkReading();
    backends.check();
    PreparedRows rows =
        genotypes
            ? PreparedRows.genotypes(data, table, reporting)
            : PreparedRows.matrix(data, reading, table, standardise, reporting);
    Matrix x = rows.data().x();
    DataCheck.fit(data, x, k);
    try (Interruption interruption = Interruption.watch();
        Backend backend = backends.open(reporting)) {
      MemoryCheck.coding(backend, x, k);
      Stopwatch watch = Stopwatch.start();
      MarkovResult result;
      try {
        result =
            new MarkovLatentFeatures(backend, options)
                .fit(x, Progress.of(reporting).until(interruption));
      } catch (UnfinishedFitException e) {
        MarkovResult best = e.soFar(MarkovResult.class);
        ModelFile.save(model(best, options, backend.info(), rows), output);
        throw new Failure(
            e,
            "the best so far, with rmse %.5g after %d step%s, is saved in %s"
                .formatted(
                    best.rmse(), best.trace().size(), best.trace().size() == 1 ? "" : "s", output));
      }
      double seconds = watch.seconds();
      DataCheck.result(data, x, result.rmse());
      ModelFile.save(model(result, options, backend.info(), rows), output);
      reporting.answer(
          new Answer()
              .with("model", output.toString())
              .with("features", k)
              .with("used", result.used())
              .with("sigma", Math.sqrt(result.parameters().variance()))
              .with("rmse", result.rmse())
              .with("lower_bound", Double.isNaN(result.lowerBound()) ? null : result.lowerBound())
              .with("ended", result.ended().toString())
              .with("steps", result.trace().size())
              .with("seconds", seconds)
              .with("backend", backend.info().name()));
      return interruption.isRequested() ? Interruption.EXIT_STATUS : CommandLine.ExitCode.OK;
    }
  }

  private static MarkovModel model(
      MarkovResult result, MarkovOptions options, BackendInfo info, PreparedRows rows) {
    return MarkovModel.of(
        Version.software(),
        result,
        options,
        rows.standardisation(),
        info,
        FittedData.of(rows.data(), rows.preparation()));
  }

  private MarkovOptions options() {
    try {
      MarkovOptions options =
          MarkovOptions.of(k).withSeed(seed.seed).withTimeLimit(timeLimit.duration());
      return inference.applyTo(prior.applyTo(options));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private void checkReading() {
    reading.check();
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
