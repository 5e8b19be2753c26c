package org.latentfeature.cli.markov;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.Callable;
import org.latentfeature.cli.console.Answer;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.model.PreparedRows;
import org.latentfeature.cli.option.ReadingOptions;
import org.latentfeature.cli.option.Reads;
import org.latentfeature.cli.option.SeedOption;
import org.latentfeature.cli.option.TableOptions;
import org.latentfeature.data.Matrix;
import org.latentfeature.linalg.Algebra;
import org.latentfeature.markov.MarkovModel;
import org.latentfeature.markov.MarkovParameters;
import org.latentfeature.markov.PredictiveLikelihood;
import org.latentfeature.model.ModelFile;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lfm markov score}: how probable a model finds new rows. */
@Command(
    name = "score",
    description = {
      "Measure how probable a model finds rows, best of rows that it was not fitted to.",
      "log_likelihood is the mean over rows of the natural logarithm of their density, in the units"
          + " of the fit: over simulated paths, with the weights integrated out. Beside it stands"
          + " that of noise alone: null_log_likelihood with the model's noise, and"
          + " null_best_log_likelihood with the noise that suits these very rows best. Of a row with"
          + " missing entries it is the density of the known ones."
    },
    footer = {"", "Example:", "  lfm markov score model.lfm new.npy --samples 5000 --json"})
final class MarkovScoreCommand implements Callable<Integer> {

  @Parameters(index = "0", paramLabel = "MODEL", description = "A model of 'lfm markov fit'.")
  @Reads
  Path model;

  @Parameters(index = "1", paramLabel = "X", description = "Rows with the model's columns.")
  @Reads
  Path data;

  @Option(
      names = "--samples",
      paramLabel = "S",
      defaultValue = "2000",
      description = "Simulated paths (default: ${DEFAULT-VALUE}).")
  int samples;

  @Mixin SeedOption seed = new SeedOption();
  @Mixin ReadingOptions reading = new ReadingOptions();
  @Mixin TableOptions table = new TableOptions();
  @Mixin Reporting reporting = new Reporting();

  @Spec CommandSpec command;

  @Override
  public Integer call() throws IOException {
    if (samples < 1) {
      throw new ParameterException(
          command.commandLine(), "--samples is " + samples + "; it must be at least 1");
    }
    reading.check();
    table.check();
    MarkovModel fitted = ModelFile.load(model, MarkovModel.KIND);
    Matrix x = PreparedRows.readFor(fitted, data, reading, table, reporting).x();
    MarkovParameters parameters = fitted.parameters();
    reporting.course().onWork("simulating paths", 0, 0);
    PredictiveLikelihood likelihood =
        new PredictiveLikelihood(parameters, Algebra.JAVA, samples, seed.seed);
    reporting.answer(
        new Answer()
            .with("log_likelihood", mean(likelihood.of(x, reporting.course())))
            .with(
                "null_log_likelihood", mean(PredictiveLikelihood.ofNoise(x, parameters.variance())))
            .with(
                "null_best_log_likelihood",
                mean(PredictiveLikelihood.ofNoise(x, x.facts().meanSquare())))
            .with("rows", x.rows())
            .with("samples", samples)
            .with("distinct_sets", likelihood.sets()));
    return CommandLine.ExitCode.OK;
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElse(Double.NaN);
  }
}
