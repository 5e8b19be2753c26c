package org.latentfeature.cli.lasso;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.cli.console.Answer;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.cli.console.Interruption;
import org.latentfeature.cli.console.Progress;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.console.Version;
import org.latentfeature.cli.model.DataCheck;
import org.latentfeature.cli.model.FileReadings;
import org.latentfeature.cli.model.MissingNotes;
import org.latentfeature.cli.option.BackendOptions;
import org.latentfeature.cli.option.DataFile;
import org.latentfeature.cli.option.EstimatorFlags;
import org.latentfeature.cli.option.FeatureCount;
import org.latentfeature.cli.option.MemoryOption;
import org.latentfeature.cli.option.MissingOption;
import org.latentfeature.cli.option.ReadingOptions;
import org.latentfeature.cli.option.Reads;
import org.latentfeature.cli.option.SeedOption;
import org.latentfeature.cli.option.TimeLimitOption;
import org.latentfeature.cli.option.Writes;
import org.latentfeature.data.Dataset;
import org.latentfeature.fit.FittedData;
import org.latentfeature.fit.UnfinishedFitException;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.estimator.Provenance;
import org.latentfeature.fit.model.ModelFile;
import org.latentfeature.io.MissingCode;
import org.latentfeature.lasso.LassoModel;
import org.latentfeature.lasso.LassoOptionTable;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LassoResult;
import org.latentfeature.lasso.LatentFeatureLasso;
import org.latentfeature.lasso.PathResult;
import org.latentfeature.lasso.estimator.LassoEstimator;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lfm path}: how well each number of features does. */
@Command(
    name = "path",
    modelTransformer = PathCommand.Flags.class,
    description = {
      "Fit a model for every K up to a maximum and write their errors.",
      "The table is tab-separated with a header: k, rmse, svd_bound (error of the rank-K "
          + "singular value decomposition, a lower bound for any Z and W) and seconds since the "
          + "start.",
      "Ctrl-C stops the run and writes the finished part; the exit status is then 130."
    },
    footer = {"", "Example:", "  lfm path X.npy --max-k 50 --table path.tsv -o largest.lfm"})
public final class PathCommand implements Callable<Integer> {

  @Spec CommandSpec command;

  /** Adds the lasso options that this command offers. */
  static final class Flags implements IModelTransformer {
    @Override
    public CommandSpec transform(CommandSpec command) {
      return EstimatorFlags.add(
          command, new LassoEstimator(), false, List.of("reduce", "empty-columns")::contains);
    }
  }

  @Parameters(
      converter = DataFile.class,
      paramLabel = "X",
      description = "Data with a row for each observation: .npy, .npz, .csv, .tsv or libsvm.")
  @Reads
  Path data;

  @Option(
      names = "--max-k",
      paramLabel = "K",
      required = true,
      converter = FeatureCount.class,
      description = "Maximum number of features, 1 to the number of rows of X.")
  int maxK;

  @Option(
      names = "--table",
      paramLabel = "TSV",
      required = true,
      description = "Write the table to this file.")
  @Writes
  Path table;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "MODEL",
      description = "Save the model of the largest K to this file.")
  @Writes
  @Nullable Path output;

  @Mixin TimeLimitOption timeLimit = new TimeLimitOption();
  @Mixin SeedOption seed = new SeedOption();
  @Mixin ReadingOptions reading = new ReadingOptions();
  @Mixin MissingOption missing = new MissingOption();
  @Mixin MemoryOption memory = new MemoryOption();
  @Mixin BackendOptions backends = new BackendOptions();
  @Mixin Reporting reporting = new Reporting();

  @Override
  public Integer call() throws IOException {
    LassoOptions options = options();
    reading.check();
    backends.check();
    MissingCode code = missing.code();
    Dataset dataset =
        reading.readOrOpen(data, code, code.allowed() ? Long.MAX_VALUE : memory.most(), reporting);
    MissingNotes.ofFit(dataset, data, new LassoEstimator(), options, reporting);
    DataCheck.fit(data, dataset.rows(), maxK, reading.options().scaleBy());
    try (Interruption interruption = Interruption.watch();
        Backend opened = backends.open(reporting)) {
      FitRequest<?, ?> request = new FitRequest<>(new LassoEstimator(), options).plain();
      Backend backend = BackendOptions.roomFor(request, opened, dataset.rows(), reporting);
      request.requireMemory(backend, dataset.rows());
      PathResult path;
      try {
        path =
            new LatentFeatureLasso(backend, options)
                .path(dataset.rows(), Progress.of(reporting).until(interruption));
      } catch (UnfinishedFitException e) {
        PathResult soFar = e.soFar(PathResult.class);
        save(soFar, options, backend.info(), dataset);
        throw new Failure(
            e,
            "the path up to K = %d of %d is saved in %s%s"
                .formatted(
                    last(soFar).k(),
                    maxK,
                    table,
                    output == null ? "" : ", and the model of that K in " + output));
      }
      if (path.points().isEmpty()) {
        throw new Failure(
            "the path stopped (" + path.ended() + ") before its first feature was finished");
      }
      PathResult.Point last = last(path);
      DataCheck.result(data, dataset.rows(), last.rmse());
      save(path, options, backend.info(), dataset);
      Answer answer =
          new Answer()
              .with("table", table.toString())
              .with("model", output == null ? null : output.toString())
              .with("features", last.k())
              .with("rmse", last.rmse())
              // It is not known where entries are missing.
              .with("svd_bound", Double.isNaN(last.svdBound()) ? null : last.svdBound())
              .with("ended", path.ended().toString())
              .with("seconds", last.seconds())
              .with("backend", backend.info().name());
      FileReadings.add(dataset.rows(), answer);
      reporting.answer(answer);
      return interruption.isRequested() ? Interruption.EXIT_STATUS : CommandLine.ExitCode.OK;
    } finally {
      FileReadings.close(dataset.rows());
    }
  }

  private LassoOptions options() {
    LassoOptions options =
        LassoOptions.of(maxK).withSeed(seed.seed).withTimeLimit(timeLimit.duration());
    Map<String, String> words = new TreeMap<>();
    EstimatorFlags.given(command).forEach((name, given) -> words.put(name, given.get(0)));
    try {
      return LassoOptionTable.ALL.read(options, words);
    } catch (IllegalArgumentException e) {
      throw EstimatorFlags.wrongUse(command, e);
    }
  }

  private static PathResult.Point last(PathResult path) {
    return path.points().get(path.points().size() - 1);
  }

  /** The table and the largest model; where one cannot be written, the other is. */
  private void save(PathResult path, LassoOptions options, BackendInfo info, Dataset dataset) {
    try {
      PathTable.write(path, table);
    } finally {
      if (output != null) {
        FittedData data = FittedData.of(dataset, reading.options().withMissing(missing.code()));
        LassoResult largest = path.at(last(path));
        ModelFile.save(
            LassoModel.of(largest, options, new Provenance(Version.software(), info, data)),
            output);
      }
    }
  }
}
