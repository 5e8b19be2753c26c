package org.latentfeature.cli.model;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
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
import org.latentfeature.cli.option.EstimatorFlags;
import org.latentfeature.cli.option.FeatureCount;
import org.latentfeature.cli.option.ReadingOptions;
import org.latentfeature.cli.option.Reads;
import org.latentfeature.cli.option.SeedOption;
import org.latentfeature.cli.option.TimeLimitOption;
import org.latentfeature.cli.option.Writes;
import org.latentfeature.data.Rows;
import org.latentfeature.estimator.Estimator;
import org.latentfeature.estimator.Fitted;
import org.latentfeature.estimator.Provenance;
import org.latentfeature.estimator.Trainer;
import org.latentfeature.fit.FittedData;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.UnfinishedFitException;
import org.latentfeature.model.Model;
import org.latentfeature.model.ModelFile;
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
      paramLabel = "X",
      description = "Data with a row for each observation: .npy, .npz, .csv, .tsv, .mtx or libsvm.")
  @Reads
  protected Path data;

  @Option(
      names = {"-k", "--features"},
      paramLabel = "K",
      required = true,
      converter = FeatureCount.class,
      description =
          "Number of features, or the maximum for estimators that choose it; 1 to the number "
              + "of rows of X.")
  int k;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "MODEL",
      required = true,
      description = "Save the model to this file.")
  @Writes
  protected Path output;

  @Mixin TimeLimitOption timeLimit = new TimeLimitOption();
  @Mixin SeedOption seed = new SeedOption();
  @Mixin protected ReadingOptions reading = new ReadingOptions();
  @Mixin BackendOptions backends = new BackendOptions();
  @Mixin protected Reporting reporting = new Reporting();

  @Spec protected CommandSpec command;

  /** Returns the estimator that fits. */
  protected abstract Estimator<?, ?> estimator();

  /** Its options that were given, beside those that the estimator's table made. */
  protected abstract Map<String, String> words();

  /** Number of features, or the most there can be. */
  protected int features() {
    return k;
  }

  /** Returns whether the number of features is known before the data are loaded. */
  protected boolean isSettled() {
    return true;
  }

  /**
   * Returns the trainer whose options are complete, once the data are loaded.
   *
   * @return null if nothing shall be fitted; the user then knows why
   */
  protected @Nullable Trainer<?, ?> settled(
      Trainer<?, ?> trainer, LoadedData loaded, Interruption interruption) {
    return trainer;
  }

  /** The seed of all random numbers. */
  protected long seed() {
    return seed.seed;
  }

  /**
   * Returns the trainer that runs, for a fit that saves models while it runs and needs their
   * provenance.
   */
  protected Trainer<?, ?> running(Trainer<?, ?> trainer, Supplier<Provenance> origin) {
    return trainer;
  }

  /** Returns the record of the data that the model keeps. */
  protected FittedData remembered(FittedData read) {
    return read;
  }

  /** Wrong use of options that are the command's own is told before any file is read. */
  protected void check(Trainer<?, ?> trainer) {}

  /** The data, as the fit is to see them. */
  protected PreparedRows read(Trainer<?, ?> trainer) throws IOException {
    return PreparedRows.asRead(reading.read(data, reporting), reading);
  }

  /** Before the fit: asks whether the backend can hold all, and tells what is unusual. */
  protected void before(Trainer<?, ?> trainer, Backend backend, Rows x) {
    trainer.requireMemory(backend, x);
  }

  /** Runs after the model is saved; adds to the answer. */
  protected void saved(
      Trainer<?, ?> trainer,
      Model model,
      LoadedData loaded,
      Interruption interruption,
      Answer answer) {}

  @Override
  public final Integer call() throws IOException {
    Trainer<?, ?> trainer = trainer(features(), timeLimit.duration());
    check(trainer);
    reading.check();
    backends.check();
    PreparedRows rows = read(trainer);
    reporting.course().onWork("checking " + data, 0, 0);
    DataCheck.fit(data, rows.data().rows(), k, reading.options().scaleBy());
    DataCheck.tellOffset(data, rows.data(), trainer.options(), reporting);
    try (Interruption interruption = Interruption.watch();
        Backend backend = backends.open(reporting, workload(trainer, rows.data().rows()))) {
      boolean isFitted = fit(trainer, rows, backend, interruption);
      return interruption.isRequested()
          ? Interruption.EXIT_STATUS
          : isFitted ? CommandLine.ExitCode.OK : NO_MODEL;
    } finally {
      FileReadings.close(rows.data().rows());
    }
  }

  private Workload workload(Trainer<?, ?> trainer, Rows x) {
    return isSettled() ? trainer.workload(x.rows(), x.cols()) : Workload.UNKNOWN;
  }

  /** The fit that is asked for, with so many features and so much time. */
  protected final Trainer<?, ?> trainer(int features, @Nullable Duration limit) {
    try {
      Map<String, String> words = new TreeMap<>(words());
      EstimatorFlags.given(command).forEach((name, values) -> words.put(name, values.get(0)));
      return estimator().trainer(features, words).with(seed(), limit);
    } catch (IllegalArgumentException e) {
      throw EstimatorFlags.wrongUse(command, e);
    }
  }

  /** Returns whether there is a model. */
  private boolean fit(
      Trainer<?, ?> trainer, PreparedRows rows, Backend opened, Interruption interruption) {
    Rows x = rows.data().rows();
    Backend backend = isSettled() ? BackendOptions.roomFor(trainer, opened, x, reporting) : opened;
    try (LoadedData loaded = new LoadedData(backend, x)) {
      Trainer<?, ?> settled = settled(trainer, loaded, interruption);
      if (settled != null) {
        Trainer<?, ?> running = running(settled, () -> provenance(rows, backend));
        before(running, backend, rows.data().rows());
        fit(running, rows, loaded, interruption);
      }
      return settled != null;
    }
  }

  private <M extends Model> void fit(
      Trainer<?, M> trainer, PreparedRows rows, LoadedData loaded, Interruption interruption) {
    Backend backend = loaded.backend();
    Stopwatch watch = Stopwatch.start();
    Fitted<M> fitted;
    reporting.course().onWork("fitting", 0, 0);
    try {
      fitted = trainer.fit(loaded, Progress.of(reporting).until(interruption));
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
      saved(trainer, model, loaded, interruption, answer);
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
