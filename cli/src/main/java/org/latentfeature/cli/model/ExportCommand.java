package org.latentfeature.cli.model;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.cli.console.Answer;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.option.MatrixOutput;
import org.latentfeature.cli.option.Reads;
import org.latentfeature.cli.option.Writes;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.fit.estimator.Estimators;
import org.latentfeature.fit.factor.FactorModel;
import org.latentfeature.fit.model.Model;
import org.latentfeature.step.coding.Codes;
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
      "Write the matrices Z and W of a model to files.",
      "In .csv, the columns of Z and the rows of W have the names of features (see "
          + "'lfm name'; f1, f2, … without), the columns of W those of the data (x1, x2, … "
          + "without), and the rows of Z the ids of the fit's, if there were any (--ids), in a "
          + "first column without a header. Names that a spreadsheet would run "
          + "as a formula (starting with =, +, - or @) are prefixed with an apostrophe, which "
          + "lfm removes on reading; numbers are unchanged."
    },
    footer = {"", "Example:", "  lfm export model.lfm --z Z.npy --w W.csv"})
public final class ExportCommand implements Callable<Integer> {

  @Parameters(paramLabel = "MODEL", description = "Model file of any kind.")
  @Reads
  Path model;

  @Option(
      names = "--z",
      paramLabel = "FILE",
      converter = MatrixOutput.Converter.class,
      description =
          "Write Z, a row for each observation, to this file (.npy or .csv); Markov models "
              + "store no Z.")
  @Writes
  @Nullable MatrixOutput z;

  @Option(
      names = "--w",
      paramLabel = "FILE",
      converter = MatrixOutput.Converter.class,
      description = "Write W, a row for each feature, to this file (.npy or .csv).")
  @Writes
  @Nullable MatrixOutput w;

  @Option(
      names = "--intercept",
      paramLabel = "FILE",
      converter = MatrixOutput.Converter.class,
      description =
          "Write b, the row that all rows have beside their features, to this file (.npy or "
              + ".csv), if the model was fitted with --intercept.")
  @Writes
  @Nullable MatrixOutput intercept;

  @Mixin Reporting reporting = new Reporting();

  @Spec CommandSpec command;

  @Override
  public Integer call() throws IOException {
    if (z == null && w == null && intercept == null) {
      throw new ParameterException(
          command.commandLine(), "nothing to write; pass --z, --w, --intercept or several");
    }
    Model fitted = Estimators.load(model);
    List<String> labels = fitted.manifest().featureLabels();
    // What the model lacks is said before anything is written.
    BinaryMatrix bits = z == null ? null : incidence(fitted);
    double[] b = intercept == null ? null : intercept(fitted);
    Answer answer = new Answer();
    if (z != null && bits != null) {
      z.write(bits, labels, fitted.manifest().rowIds());
      answer.with("z", z.path().toString());
    }
    if (w != null) {
      w.write(fitted.w(), fitted.manifest().columnLabels(), labels);
      answer.with("w", w.path().toString());
    }
    if (intercept != null && b != null) {
      intercept.write(Dense.wrap(1, b.length, b), fitted.manifest().columnLabels(), null);
      answer.with("intercept", intercept.path().toString());
    }
    reporting.answer(answer);
    return CommandLine.ExitCode.OK;
  }

  private double[] intercept(Model fitted) {
    double[] b = fitted instanceof FactorModel factors ? factors.terms().intercept() : null;
    if (b != null) {
      return b;
    }
    throw new Failure(
        "%s has no intercept; 'lfm fit --intercept' fits one, or drop --intercept"
            .formatted(model));
  }

  private BinaryMatrix incidence(Model fitted) {
    Codes codes = fitted.codes();
    if (codes != null) {
      return codes.z();
    }
    throw new Failure(
        ("%s is a model of kind %s, which stores no Z; compute the features of rows with 'lfm "
                + "transform'")
            .formatted(model, fitted.manifest().kind()));
  }
}
