package org.latentfeature.cli.model;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.cli.console.Answer;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.option.BackendOptions;
import org.latentfeature.cli.option.LayoutOptions;
import org.latentfeature.cli.option.ReadingOptions;
import org.latentfeature.cli.option.Reads;
import org.latentfeature.cli.option.SeedOption;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.DataHash;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.Matrix;
import org.latentfeature.io.BinaryMatrixReader;
import org.latentfeature.io.MatrixReader;
import org.latentfeature.io.ReadOptions;
import org.latentfeature.lasso.LassoCoder;
import org.latentfeature.lasso.LassoModel;
import org.latentfeature.linalg.Dense;
import org.latentfeature.metrics.Hamming;
import org.latentfeature.metrics.Rmse;
import org.latentfeature.model.ModelFile;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lfm score}: how far a model is from the data, and from the truth where it is known. */
@Command(
    name = "score",
    description = {
      "Measure a model against data, and against a known truth.",
      "rmse_noisy is the root mean square of X − Z W. With the truth, rmse is that of Z0 W0 − Z W;"
          + " hamming is the mean share of entries by which a true column of Z differs from the"
          + " nearest found one; hamming_one_to_one is the same with each found column used once.",
      "The data of the fit are scored by the model's own Z. Other rows are coded first, as 'lfm"
          + " transform' does it; coded says whether they were."
    },
    footer = {
      "",
      "Examples:",
      "  lfm score model.lfm X.npy --truth-z Z.npy --truth-w W.npy",
      "  lfm score model.lfm new.npy --json"
    })
public final class ScoreCommand implements Callable<Integer> {

  @Parameters(index = "0", paramLabel = "MODEL", description = "A model that 'lfm fit' saved.")
  @Reads
  Path model;

  @Parameters(index = "1", paramLabel = "X", description = "Rows with the model's columns.")
  @Reads
  Path data;

  @Option(
      names = "--z",
      paramLabel = "Z",
      description =
          "The features of X's rows, from 'lfm transform' (default: the model's own Z where X is the"
              + " data of the fit; else X is coded).")
  @Reads
  @Nullable Path incidence;

  @Option(names = "--truth-z", paramLabel = "Z0", description = "The true incidence matrix.")
  @Reads
  @Nullable Path truthZ;

  @Option(
      names = "--truth-w",
      paramLabel = "W0",
      description = "The true dictionary, in the units of the fit; needs --truth-z.")
  @Reads
  @Nullable Path truthW;

  @Mixin SeedOption seed = new SeedOption();
  @Mixin ReadingOptions reading = new ReadingOptions();
  @Mixin BackendOptions backends = new BackendOptions();
  @Mixin Reporting reporting = new Reporting();

  @Spec CommandSpec command;

  @Override
  public Integer call() throws IOException {
    reading.check();
    backends.check();
    if (truthW != null && truthZ == null) {
      throw new ParameterException(command.commandLine(), "--truth-w needs --truth-z as well");
    }
    LassoModel fitted = ModelFile.load(model, LassoModel.KIND);
    Dataset dataset = reading.readFor(fitted, data, reporting);
    boolean coded = incidence == null && !isOfTheFit(fitted, dataset.x());
    BinaryMatrix z = coded ? coded(fitted, dataset.x()) : given(fitted, dataset.x());
    Answer answer = new Answer().with("rmse_noisy", Rmse.noisy(dataset.x(), z, fitted.w()));
    if (truthZ != null) {
      Dense w0 = truthW == null ? null : truth(truthW, fitted.w().cols()).x().toDense();
      BinaryMatrix z0 =
          BinaryMatrixReader.of(
              truth(truthZ, w0 == null ? null : w0.rows()).x(), truthZ.toString());
      requireRows(truthZ, z0.rows(), z.rows());
      if (w0 != null) {
        if (w0.rows() != z0.cols() || w0.cols() != fitted.w().cols()) {
          throw new Failure(
              "%s is %,d × %,d, but with %s and the model it must be %,d × %,d"
                  .formatted(truthW, w0.rows(), w0.cols(), truthZ, z0.cols(), fitted.w().cols()));
        }
        answer.with("rmse", Rmse.between(z0, w0, z, fitted.w()));
      }
      answer.with("hamming", Hamming.mean(z0, z));
      answer.with("hamming_one_to_one", Hamming.oneToOne(z0, z));
    }
    reporting.answer(answer.with("coded", coded));
    return CommandLine.ExitCode.OK;
  }

  /** Sparse rows are filled up to {@code cols} columns, where so many are known to be there. */
  private static Dataset truth(Path file, @Nullable Integer cols) throws IOException {
    ReadOptions options = ReadOptions.DEFAULT;
    return MatrixReader.read(
        file, MatrixReader.isSparse(file) ? options.withColumns(cols) : options);
  }

  private static boolean isOfTheFit(LassoModel fitted, Matrix x) {
    return DataHash.sha256(x).equals(fitted.manifest().dataHash());
  }

  private BinaryMatrix coded(LassoModel fitted, Matrix x) {
    reporting.note(data + " is not what the model was fitted to; its rows are coded as new ones");
    try (Backend backend = backends.open(reporting)) {
      return LassoCoder.encode(backend, x, fitted.w(), seed.seed);
    }
  }

  private BinaryMatrix given(LassoModel fitted, Matrix x) throws IOException {
    if (incidence == null) {
      return fitted.z();
    }
    BinaryMatrix z = ModelFeatures.read(fitted, incidence, new LayoutOptions());
    requireRows(incidence, z.rows(), x.rows());
    return z;
  }

  private void requireRows(Path file, int rows, int expected) {
    if (rows != expected) {
      throw new Failure("%s has %,d rows, but %s has %,d".formatted(file, rows, data, expected));
    }
  }
}
