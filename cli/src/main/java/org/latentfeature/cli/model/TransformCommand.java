package org.latentfeature.cli.model;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.latentfeature.backend.Backend;
import org.latentfeature.cli.console.Answer;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.console.Stopwatch;
import org.latentfeature.cli.option.BackendOptions;
import org.latentfeature.cli.option.MatrixOutput;
import org.latentfeature.cli.option.ReadingOptions;
import org.latentfeature.cli.option.Reads;
import org.latentfeature.cli.option.SeedOption;
import org.latentfeature.cli.option.Writes;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Dataset;
import org.latentfeature.lasso.LassoCoder;
import org.latentfeature.lasso.LassoModel;
import org.latentfeature.metrics.Rmse;
import org.latentfeature.model.ModelFile;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code lfm transform}: the features of new rows. */
@Command(
    name = "transform",
    description = {
      "Find which of a model's features each row of X has.",
      "They are written as a binary matrix Z, a row for each row of X. The search is exact while the model has at most 20 features; beyond that it tries several starts."
    },
    footer = {"", "Example:", "  lfm transform model.lfm new.npy -o Z.npy"})
public final class TransformCommand implements Callable<Integer> {

  @Parameters(index = "0", paramLabel = "MODEL", description = "A model that 'lfm fit' saved.")
  @Reads
  Path model;

  @Parameters(index = "1", paramLabel = "X", description = "Rows with the model's columns.")
  @Reads
  Path data;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "Z",
      required = true,
      converter = MatrixOutput.Converter.class,
      description = "The incidence matrix, .npy or .csv.")
  @Writes
  MatrixOutput output;

  @Mixin SeedOption seed = new SeedOption();
  @Mixin ReadingOptions reading = new ReadingOptions();
  @Mixin BackendOptions backends = new BackendOptions();
  @Mixin Reporting reporting = new Reporting();

  @Override
  public Integer call() throws IOException {
    reading.check();
    backends.check();
    LassoModel fitted = ModelFile.load(model, LassoModel.KIND);
    Dataset dataset = reading.readFor(fitted, data, reporting);
    try (Backend backend = backends.open(reporting)) {
      reporting.course().onWork("coding rows", 0, 0);
      Stopwatch watch = Stopwatch.start();
      BinaryMatrix z = LassoCoder.encode(backend, dataset.x(), fitted.w(), seed.seed);
      double seconds = watch.seconds();
      output.write(z);
      reporting.answer(
          new Answer()
              .with("incidence", output.path().toString())
              .with("rows", z.rows())
              .with("features", z.cols())
              .with("rmse_noisy", Rmse.noisy(dataset.x(), z, fitted.w()))
              .with("seconds", seconds)
              .with("backend", backend.info().name()));
    }
    return CommandLine.ExitCode.OK;
  }
}
