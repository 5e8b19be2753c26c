package org.latentfeature.cli.markov;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.cli.console.Answer;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.console.Stopwatch;
import org.latentfeature.cli.model.CodedRows;
import org.latentfeature.cli.model.PreparedRows;
import org.latentfeature.cli.option.BackendOptions;
import org.latentfeature.cli.option.MatrixOutput;
import org.latentfeature.cli.option.MemoryCheck;
import org.latentfeature.cli.option.ReadingOptions;
import org.latentfeature.cli.option.Reads;
import org.latentfeature.cli.option.TableOptions;
import org.latentfeature.cli.option.Writes;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.Matrix;
import org.latentfeature.markov.MarkovCoder;
import org.latentfeature.markov.MarkovModel;
import org.latentfeature.model.ModelFile;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lfm markov transform}: the paths and weights of new rows. */
@Command(
    name = "transform",
    description = {
      "Find each row's features and their weights, in the likeliest order of a path where it has at"
          + " most 8.",
      "The table of paths has a header and a line for each visit: row, step, feature, weight, the"
          + " first three counted from 1, the weight being its posterior mean; then the row's ids"
          + " and labels, where X has them. A row without features has no line. Rows are prepared"
          + " as those of the fit were."
    },
    footer = {
      "",
      "Example:",
      "  lfm markov transform model.lfm new.npy -o paths.csv --weights C.npy"
    })
final class MarkovTransformCommand implements Callable<Integer> {

  @Parameters(index = "0", paramLabel = "MODEL", description = "A model of 'lfm markov fit'.")
  @Reads
  Path model;

  @Parameters(index = "1", paramLabel = "X", description = "Rows with the model's columns.")
  @Reads
  Path data;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "CSV",
      description = "The table of paths; tab separated if its name ends in .tsv.")
  @Writes
  @Nullable Path output;

  @Option(
      names = "--weights",
      paramLabel = "FILE",
      converter = MatrixOutput.Converter.class,
      description = "The weights as a matrix, a row for each row of X and K columns, .npy or .csv.")
  @Writes
  @Nullable MatrixOutput weights;

  @Mixin ReadingOptions reading = new ReadingOptions();
  @Mixin TableOptions table = new TableOptions();
  @Mixin BackendOptions backends = new BackendOptions();
  @Mixin Reporting reporting = new Reporting();

  @Spec CommandSpec command;

  @Override
  public Integer call() throws IOException {
    if (output == null && weights == null) {
      throw new ParameterException(
          command.commandLine(), "name a file with --output, --weights or both");
    }
    reading.check();
    table.check();
    backends.check();
    MarkovModel fitted = ModelFile.load(model, MarkovModel.KIND);
    Dataset rows = PreparedRows.readFor(fitted, data, reading, table, reporting);
    Matrix x = rows.x();
    try (Backend backend = backends.open(reporting)) {
      MemoryCheck.coding(backend, x, fitted.parameters().features());
      Stopwatch watch = Stopwatch.start();
      CodedRows coded =
          CodedRows.of(
              new MarkovCoder(backend, fitted.parameters(), fitted.coding()),
              x,
              reporting.course());
      double seconds = watch.seconds();
      Answer answer = new Answer();
      if (output != null) {
        coded.writePaths(output, rows.labels());
        answer.with("paths", output.toString());
      }
      if (weights != null) {
        weights.write(coded.weights(fitted.parameters().features()), null);
        answer.with("weights", weights.path().toString());
      }
      reporting.answer(
          answer
              .with("rows", x.rows())
              .with("features", fitted.parameters().features())
              .with("features_per_row", coded.featuresPerRow())
              .with("empty_rows", coded.emptyRows())
              .with("rmse", coded.rmse())
              .with("seconds", seconds)
              .with("backend", backend.info().name()));
    }
    return CommandLine.ExitCode.OK;
  }
}
