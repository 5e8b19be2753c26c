package org.latentfeature.cli.model;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Workload;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.cli.console.Answer;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.option.BackendOptions;
import org.latentfeature.cli.option.EmptyRowsOption;
import org.latentfeature.cli.option.LayoutOptions;
import org.latentfeature.cli.option.MemoryOption;
import org.latentfeature.cli.option.Reads;
import org.latentfeature.cli.option.SeedOption;
import org.latentfeature.cli.option.TableOptions;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.estimator.Estimators;
import org.latentfeature.fit.factor.FactorModel;
import org.latentfeature.fit.factor.Risk;
import org.latentfeature.fit.metrics.Hamming;
import org.latentfeature.fit.metrics.Rmse;
import org.latentfeature.fit.model.Coder;
import org.latentfeature.fit.model.FileUnits;
import org.latentfeature.fit.model.Imputation;
import org.latentfeature.fit.model.Model;
import org.latentfeature.io.BinaryMatrixReader;
import org.latentfeature.io.MatrixFormat.Trait;
import org.latentfeature.io.MatrixReader;
import org.latentfeature.io.ReadOptions;
import org.latentfeature.step.coding.Codes;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code lfm score}: how far a model is from the data, and from the truth where it is known. */
@Command(
    name = "score",
    description = {
      "Measure the errors of a model on data, also against a ground truth.",
      "rmse_file is the root mean square of X less its reconstruction, both in the units of the "
          + "file; all else is in those of the fit, in which W is (--scale-by, a standardisation of "
          + "columns). rmse_noisy is the root mean square of X − ZW. With a ground truth Z0, W0: rmse is "
          + "the root mean square of Z0 W0 − ZW; hamming is the mean share of rows in which a "
          + "column of Z0 differs from the nearest column of Z; hamming_one_to_one is the same "
          + "with each column of Z matched once.",
      "The data of the fit are scored with the model's own Z. Other rows are coded first, "
          + "as by 'lfm transform'; coded tells whether they were.",
      "Rows that were not fitted have a log_likelihood under a model of 'lfm ibp fit', too; "
          + "log_likelihood_is_lower_bound is 1 where not all codes could be summed.",
      "A Markov model is scored by the likelihood of the rows, preferably held-out ones: "
          + "log_likelihood is the mean over rows of the natural logarithm of their density, in "
          + "the units of the fit, estimated over simulated paths with the weights integrated "
          + "out. For comparison, the same for noise alone: null_log_likelihood with the model's "
          + "noise, null_best_log_likelihood with the noise level that fits these rows best. "
          + "Rows with missing values are scored on their known entries."
    },
    footer = {
      "",
      "Examples:",
      "  ${COMMAND-FULL-NAME} model.lfm X.npy --truth-z Z.npy --truth-w W.npy",
      "  ${COMMAND-FULL-NAME} model.lfm new.npy --json",
      "  ${COMMAND-FULL-NAME} relaxed.lfm new.npy --risk",
      "  ${COMMAND-FULL-NAME} walks.lfm new.npy --samples 5000"
    })
public final class ScoreCommand implements Callable<Integer> {

  @Option(
      names = "--z",
      paramLabel = "Z",
      description =
          "Codes of the rows of X, from 'lfm transform' (default: the model's own Z if X is "
              + "the data of the fit, otherwise X is coded).")
  @Reads
  @Nullable Path incidence;

  @Option(names = "--truth-z", paramLabel = "Z0", description = "Ground truth incidence matrix.")
  @Reads
  @Nullable Path truthZ;

  @Option(
      names = "--truth-w",
      paramLabel = "W0",
      description = "Ground truth dictionary, in the units of the fit; needs --truth-z.")
  @Reads
  @Nullable Path truthW;

  @Option(
      names = "--samples",
      paramLabel = "S",
      defaultValue = "2000",
      description =
          "Number of simulated paths, at least 1 (Markov models only) (default: "
              + "${DEFAULT-VALUE}).")
  int samples;

  @Option(
      names = "--risk",
      description =
          "Also compute the risk of W on X: the mean over rows x of ½ ‖x − Wᵀz‖², z the best code "
              + "of each row whatever Z is (X ≈ ZW only). Up to 20 features it is exact; for more "
              + "an upper bound where proven_rows is less than the number of rows.")
  boolean risk;

  @Mixin SeedOption seed = new SeedOption();
  @Mixin ModelRows files = new ModelRows();
  @Mixin TableOptions table = new TableOptions();
  @Mixin EmptyRowsOption emptyRows = new EmptyRowsOption();
  @Mixin MemoryOption memory = new MemoryOption();
  @Mixin BackendOptions backends = new BackendOptions();
  @Mixin Reporting reporting = new Reporting();

  @Spec CommandSpec command;

  @Override
  public Integer call() throws IOException {
    if (samples < 1) {
      throw new ParameterException(
          command.commandLine(), "--samples is " + samples + "; it must be at least 1");
    }
    files.reading.check();
    table.check();
    backends.check();
    if (truthW != null && truthZ == null) {
      throw new ParameterException(command.commandLine(), "--truth-w needs --truth-z");
    }
    Model fitted = Estimators.load(files.model);
    boolean isWeighted = Estimators.of(fitted).isWeighted();
    if (isWeighted && (incidence != null || truthW != null)) {
      throw new Failure(
          "%s has weights, which Z alone does not contain; drop --z and --truth-w"
              .formatted(files.model));
    }
    if (risk && !(fitted instanceof FactorModel)) {
      throw new Failure(
          "--risk is that of binary codes of X ≈ ZW, and %s is a model of another kind, %s; drop it"
              .formatted(files.model, fitted.manifest().kind()));
    }
    Dataset read = files.readAsFitted(fitted, table, emptyRows.areZero(), memory.most(), reporting);
    Rows x = ModelRows.prepared(fitted, read).rows();
    Answer answer = new Answer();
    boolean ofTheFit = ModelRows.areFitted(fitted, read);
    Codes own = incidence != null ? given(incidence, fitted, x) : ofTheFit ? fitted.codes() : null;
    Codes coded = own;
    if (coded == null) {
      Workload work = Workload.coding(x.rows(), x.cols(), fitted.w().rows());
      try (Backend backend = backends.open(reporting, work)) {
        Coder coder = emptyRows.applyTo(fitted.coder(backend, seed.seed));
        // Models that take other rows have no likelihood.
        Map<String, Number> likelihood =
            x instanceof Matrix dense
                ? coder.likelihood(dense, samples, reporting.course())
                : Map.of();
        likelihood.forEach(answer::with);
        if (!ofTheFit) {
          reporting.note(
              files.data + " is not the data of the fit; its rows are coded as new ones");
        }
        coded = coder.code(x, reporting.course()).codes();
      }
    }
    score(fitted, x, coded, own == null, answer);
    if (risk && fitted instanceof FactorModel factors) {
      risk(factors, x, answer);
    }
    reporting.answer(answer.with("rmse_file", fileError(fitted, read.rows(), coded)));
    return CommandLine.ExitCode.OK;
  }

  /** The risk of the dictionary, whatever codes there are. */
  private void risk(FactorModel factors, Rows x, Answer answer) {
    if (x.isSparse() && factors.terms().intercept() != null) {
      throw new Failure(
          "--risk of a model with an intercept needs dense rows, but %s is sparse; drop it, or pass --dense"
              .formatted(files.data));
    }
    try (Backend backend =
        backends.open(reporting, Workload.coding(x.rows(), x.cols(), factors.w().rows()))) {
      Risk found = Risk.of(backend, x, factors, seed.seed);
      if (found.proven() < x.rows()) {
        reporting.note(
            "the risk is an upper bound: the codes of %,d of %,d rows are not proven to be the best"
                .formatted(x.rows() - found.proven(), x.rows()));
      }
      answer.with("risk", found.value()).with("proven_rows", found.proven());
    }
  }

  /** How far the features' sum is from the data, and from the truth where it is known. */
  private void score(Model fitted, Rows x, Codes codes, boolean coded, Answer answer)
      throws IOException {
    BinaryMatrix z = codes.z();
    if (!codes.areWeighted()) {
      answer.with("rmse_noisy", noisy(fitted, x, z));
    }
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
    answer.with("coded", coded);
  }

  /** Sparse rows keep the intercept of the model, which prepared dense rows have lost. */
  private static double noisy(Model fitted, Rows x, BinaryMatrix z) {
    return x.isSparse() && fitted instanceof FactorModel factors
        ? factors.terms().rmse(x, z, fitted.w())
        : Rmse.noisy(x, z, fitted.w());
  }

  /**
   * The error of the reconstruction in the units of the file.
   *
   * @param read rows as they were read, in the units of the fit
   */
  private double fileError(Model fitted, Rows read, Codes codes) {
    double error =
        read instanceof Matrix x
            ? Imputation.of(x, fitted.reconstruct(codes, FileUnits.OF_THE_FIT)).rmse()
            : noisy(fitted, read, codes.z());
    return error / Math.abs(files.reading.unitsFor(fitted).scale());
  }

  /** Sparse rows are filled up to {@code cols} columns, where so many are known to be there. */
  private static Dataset truth(Path file, @Nullable Integer cols) throws IOException {
    ReadOptions options = ReadOptions.DEFAULT;
    return MatrixReader.read(
        file,
        MatrixReader.has(Trait.OPEN_ROWS, file, options) ? options.withColumns(cols) : options);
  }

  private Codes given(Path file, Model fitted, Rows x) throws IOException {
    BinaryMatrix z = ModelFeatures.read(fitted, file, new LayoutOptions());
    requireRows(file, z.rows(), x.rows());
    return Codes.binary(z);
  }

  private void requireRows(Path file, int rows, int expected) {
    if (rows != expected) {
      throw new Failure(
          "%s has %,d rows, but %s has %,d".formatted(file, rows, files.data, expected));
    }
  }
}
