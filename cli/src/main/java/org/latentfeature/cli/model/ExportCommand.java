package org.latentfeature.cli.model;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.latentfeature.cli.console.Answer;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.option.MatrixOutput;
import org.latentfeature.cli.option.Reads;
import org.latentfeature.cli.option.Writes;
import org.latentfeature.coding.Codes;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.estimator.Estimators;
import org.latentfeature.model.Model;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lfm export}: a model's matrices as files of their own. */
@Command(
    name = "export",
    description = {
      "Write a model's matrices Z and W to files of their own.",
      "In .csv the columns' names head W. A name that a spreadsheet would run as a formula (=, +, -"
          + " or @ at its beginning) gets an apostrophe before it, which is taken off when lfm reads"
          + " the file; numbers are left as they are."
    },
    footer = {"", "Example:", "  lfm export model.lfm --z Z.npy --w W.csv"})
public final class ExportCommand implements Callable<Integer> {

  @Parameters(paramLabel = "MODEL", description = "A saved model of any kind.")
  @Reads
  Path model;

  @Option(
      names = "--z",
      paramLabel = "FILE",
      converter = MatrixOutput.Converter.class,
      description =
          "Write Z, a row for each observation, here (.npy or .csv). A Markov model keeps none.")
  @Writes
  @Nullable MatrixOutput z;

  @Option(
      names = "--w",
      paramLabel = "FILE",
      converter = MatrixOutput.Converter.class,
      description = "Write W, a row for each feature, here (.npy or .csv).")
  @Writes
  @Nullable MatrixOutput w;

  @Mixin Reporting reporting = new Reporting();

  @Spec CommandSpec command;

  @Override
  public Integer call() throws IOException {
    if (z == null && w == null) {
      throw new ParameterException(command.commandLine(), "name a file with --z, --w or both");
    }
    Model fitted = Estimators.load(model);
    Answer answer = new Answer();
    if (z != null) {
      z.write(incidence(fitted));
      answer.with("z", z.path().toString());
    }
    if (w != null) {
      w.write(fitted.w(), fitted.manifest().columnNames());
      answer.with("w", w.path().toString());
    }
    reporting.answer(answer);
    return CommandLine.ExitCode.OK;
  }

  private BinaryMatrix incidence(Model fitted) {
    Codes codes = fitted.codes();
    if (codes != null) {
      return codes.z();
    }
    throw new Failure(
        "%s is a model of kind %s, which keeps no Z; 'lfm transform' finds the features of rows"
            .formatted(model, fitted.manifest().kind()));
  }
}
