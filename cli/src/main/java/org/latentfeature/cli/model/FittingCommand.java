package org.latentfeature.cli.model;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Workload;
import org.latentfeature.cli.console.Answer;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.cli.console.Interruption;
import org.latentfeature.cli.console.Progress;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.console.Stopwatch;
import org.latentfeature.cli.console.Version;
import org.latentfeature.cli.option.BackendOptions;
import org.latentfeature.cli.option.DataFile;
import org.latentfeature.cli.option.FeatureCount;
import org.latentfeature.cli.option.ReadingOptions;
import org.latentfeature.cli.option.Reads;
import org.latentfeature.cli.option.SeedOption;
import org.latentfeature.cli.option.TimeLimitOption;
import org.latentfeature.cli.option.Writes;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.FittedData;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.UnfinishedFitException;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.estimator.Fitted;
import org.latentfeature.fit.estimator.Provenance;
import org.latentfeature.fit.model.Model;
import org.latentfeature.fit.model.ModelFile;
import org.latentfeature.io.MissingCode;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The base class of commands that fit one model to one file, whatever the estimator. */
public abstract class FittingCommand implements Callable<Integer> {

  /** Exit status where the data have no feature to fit, so that no model is written. */
  private static final int NO_MODEL = 3;

  @Parameters(
      converter = DataFile.class,
      paramLabel = "X",
      description =
          "Data with a row for each observation, such as .csv, .npy or "
              + ".h5ad; - is standard input. Formats: .npy, .npz, .csv, .tsv, "
              + ".mat, .h5, .h5ad, .mtx, libsvm, .bed, .vcf and others, also "
              + "compressed (.gz, .bz2, .zip). Standard input needs --format.")
  @Reads
  protected Path data;

  @Option(
      names = {"-k", "--features"},
      paramLabel = "K",
      required = true,
      converter = FeatureCount.class,
      description =
          "Number of features, 1 to the number of rows of X. For estimators "
              + "that choose it, the maximum.")
  protected @Nullable Integer k;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "MODEL",
      required = true,
      description = "Save the model to this file.")
  @Writes
  protected Path output;

  @Mixin protected TimeLimitOption timeLimit = new TimeLimitOption();
  @Mixin protected SeedOption seed = new SeedOption();
  @Mixin protected ReadingOptions reading = new ReadingOptions();
  @Mixin BackendOptions backends = new BackendOptions();
  @Mixin protected Reporting reporting = new Reporting();

  @Spec protected CommandSpec command;

  /**
   * Returns the fit that the options ask for; where the data choose K, one that goes with every K.
   * Wrong use of them is told before any data are read.
   */
  protected abstract FitRequest<?, ?> request();

  /** The data, as the fit is to see them. */
  protected PreparedRows read(FitRequest<?, ?> request) throws IOException {
    return PreparedRows.asRead(reading.read(data, MissingCode.REFUSED, reporting), reading);
  }

  /**
   * Completes the request by what only the loaded data say, asks whether the backend can hold it,
   * and tells what is unusual.
   *
   * @param origin of the models of the fit
   * @return null if nothing shall be fitted; the user then knows why
   */
  protected @Nullable FitRequest<?, ?> complete(
      FitRequest<?, ?> request,
      LoadedData loaded,
      Supplier<Provenance> origin,
      Interruption interruption) {
    request.requireMemory(loaded.backend(), loaded.source());
    return request;
  }

  /** Returns the record of the data that the model keeps. */
  protected FittedData remembered(FittedData read) {
    return read;
  }

  /**
   * Runs after the model is saved; adds to the answer.
   *
   * @param relaxed makes the model that this one was rounded from; null if there is none
   */
  protected void saved(
      FitRequest<?, ?> request,
      Model model,
      @Nullable Supplier<? extends Model> relaxed,
      LoadedData loaded,
      Interruption interruption,
      Answer answer) {}

  @Override
  public final Integer call() throws IOException {
    FitRequest<?, ?> request = request();
    reading.check();
    backends.check();
    PreparedRows rows = read(request);
    Rows x = rows.data().rows();
    reporting.course().onWork("checking " + data, 0, 0);
    DataCheck.fit(data, x, k == null ? 0 : k, reading.options().scaleBy());
    DataCheck.noteOffset(data, rows.data(), request.options(), reporting);
    Workload work = k == null ? Workload.UNKNOWN : request.workload(x.rows(), x.cols());
    try (Interruption interruption = Interruption.watch();
        Backend backend = backends.open(reporting, work)) {
      boolean isFitted = fit(request, rows, backend, interruption);
      return interruption.isRequested()
          ? Interruption.EXIT_STATUS
          : isFitted ? CommandLine.ExitCode.OK : NO_MODEL;
    } finally {
      FileReadings.close(x);
    }
  }

  /** Returns whether there is a model. */
  private boolean fit(
      FitRequest<?, ?> request, PreparedRows rows, Backend opened, Interruption interruption) {
    Rows x = rows.data().rows();
    Backend backend = k == null ? opened : BackendOptions.roomFor(request, opened, x, reporting);
    try (LoadedData loaded = new LoadedData(backend, x)) {
      FitRequest<?, ?> complete =
          complete(request, loaded, () -> provenance(rows, backend), interruption);
      if (complete != null) {
        fit(complete, rows, loaded, interruption);
      }
      return complete != null;
    }
  }

  private <O extends FitOptions, M extends Model> void fit(
      FitRequest<O, M> request, PreparedRows rows, LoadedData loaded, Interruption interruption) {
    Backend backend = loaded.backend();
    Stopwatch watch = Stopwatch.start();
    Fitted<M> fitted;
    reporting.course().onWork("fitting", 0, 0);
    try {
      fitted = request.withListener(Progress.of(reporting).until(interruption)).fit(loaded);
    } catch (UnfinishedFitException e) {
      Fitted<?> best = e.soFar(Fitted.class);
      ModelFile.save(best.model(provenance(rows, backend)), output);
      throw new Failure(
          e,
          ("the best model so far, with %d feature%s and rmse %.5g after %d step%s, is saved in "
                  + "%s")
              .formatted(
                  best.features(),
                  best.features() == 1 ? "" : "s",
                  best.rmse(),
                  best.steps(),
                  best.steps() == 1 ? "" : "s",
                  output));
    }
    double seconds = watch.seconds();
    DataCheck.result(data, loaded.source(), fitted.rmse());
    M model = fitted.model(provenance(rows, backend));
    ModelFile.save(model, output);
    Answer answer =
        new Answer()
            .with("model", output.toString())
            .with("features", fitted.features())
            .with("rmse", fitted.rmse());
    fitted.findings().forEach(answer::with);
    answer
        .with("ended", fitted.ended().toString())
        .with("steps", fitted.steps())
        .with("seconds", seconds)
        .with("backend", backend.info().name());
    try {
      Function<Provenance, M> maker = fitted.relaxed();
      saved(
          request,
          model,
          maker == null ? null : () -> maker.apply(provenance(rows, backend)),
          loaded,
          interruption,
          answer);
    } finally {
      FileReadings.add(rows.data().rows(), answer);
      // Whatever becomes of what follows, the fit is there.
      reporting.answer(answer);
    }
  }

  private Provenance provenance(PreparedRows rows, Backend backend) {
    return new Provenance(
        Version.software(),
        backend.info(),
        remembered(FittedData.of(rows.data(), rows.preparation())),
        rows.standardisation());
  }
}
