package org.latentfeature.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.DataHash;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.Matrix;
import org.latentfeature.lasso.Encoder;
import org.latentfeature.lasso.LassoModel;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LatentFeatureLasso;
import org.latentfeature.lasso.PathResult;
import org.latentfeature.model.ModelFile;
import org.latentfeature.report.chart.Fonts;
import org.latentfeature.report.fit.FitReport;
import org.latentfeature.report.fit.Origin;
import org.latentfeature.report.fit.ReportedFit;
import org.latentfeature.report.picture.PictureShape;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lfm report}: one fit on one page. */
@Command(
    name = "report",
    description = {
      "Write a page about a model and its data: what its features look like and explain, which go"
          + " together, how many there should be, and which rows they explain worst.",
      "For the number of features a path over several is fitted, which takes the time; Ctrl-C ends"
          + " it, the page is written with what was done, and the exit status is 130. The page"
          + " needs no network."
    },
    footer = {
      "",
      "Examples:",
      "  lfm report model.lfm X.npy -o fit.html --image 30x30",
      "  lfm report model.lfm new.npy -o new.html --path-to 0"
    })
final class ReportCommand implements Callable<Integer> {

  /** Features beyond the model's that the path tries at most, unless it is told otherwise. */
  private static final int MOST_MORE = 20;

  @Parameters(index = "0", paramLabel = "MODEL", description = "A model that 'lfm fit' saved.")
  Path model;

  @Parameters(
      index = "1",
      paramLabel = "X",
      description = "The data of the fit, or new rows with the same columns.")
  Path data;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "HTML",
      required = true,
      description = "The page's file.")
  Path output;

  @Option(
      names = "--image",
      paramLabel = "HxW",
      converter = PictureShapeConverter.class,
      description = "Rows are pictures of this height and width; show features and rows as such.")
  @Nullable PictureShape shape;

  @Option(
      names = "--column-major",
      description = "The pictures are stored column after column, not row after row.")
  boolean columnMajor;

  @Option(
      names = "--path-to",
      paramLabel = "K",
      description =
          "Try every number of features up to K; 0 for none (default: half as many more as the"
              + " model has, at least 5 and at most 20 more).")
  @Nullable Integer pathTo;

  @Mixin TimeLimitOption timeLimit = new TimeLimitOption();
  @Mixin SeedOption seed = new SeedOption();
  @Mixin ReadingOptions reading = new ReadingOptions();
  @Mixin BackendOptions backends = new BackendOptions();
  @Mixin Reporting reporting = new Reporting();

  @Spec CommandSpec command;

  @Override
  public Integer call() throws IOException {
    checkUse();
    OutputCheck.writable(output);
    Fonts.require();
    LassoModel fitted = ModelFile.load(model, LassoModel.KIND);
    if (shape != null) {
      ModelPictures.requireShape(fitted, shape);
    }
    Dataset dataset = reading.readFor(fitted, data, reporting);
    Matrix x = dataset.x();
    int most = mostFeatures(fitted, x);
    DataCheck.fit(data, x, Math.max(1, most));
    String hash = DataHash.sha256(x);
    boolean newRows = !hash.equals(fitted.manifest().dataHash());
    try (Interruption interruption = Interruption.watch();
        Backend backend = backends.open(reporting)) {
      BinaryMatrix z = newRows ? Encoder.encode(backend, x, fitted.w(), seed.seed) : fitted.z();
      if (newRows) {
        reporting.note(
            data + " is not what the model was fitted to; its rows are coded as new ones");
      }
      PathResult path = most == 0 ? null : path(backend, x, most, interruption);
      FitReport report = new FitReport(reported(fitted, dataset, z, newRows, path));
      DataCheck.result(data, x, report.rmse());
      report
          .page(
              new Origin(
                  commandLine(),
                  Version.software(),
                  seed.seed,
                  backend.info(),
                  model.toString(),
                  data.toString(),
                  hash))
          .write(output);
      reporting.summary(
          new Answer()
              .with("report", output.toString())
              .with("rows", x.rows())
              .with("features", fitted.w().rows())
              .with("new_rows", newRows)
              .with("rmse", report.rmse())
              .with("suggested_features", report.suggestedFeatures())
              .with("path_to", path == null ? 0 : path.points().size())
              .with("path_ended", path == null ? null : path.ended())
              .with("backend", backend.info().name()));
      return interruption.isRequested() ? Interruption.EXIT_STATUS : CommandLine.ExitCode.OK;
    }
  }

  private void checkUse() {
    if (pathTo != null && pathTo < 0) {
      throw new ParameterException(
          command.commandLine(), "--path-to is " + pathTo + "; it must be at least 0");
    }
    if (columnMajor && shape == null) {
      throw new ParameterException(
          command.commandLine(), "--column-major says how pictures are stored; give --image too");
    }
    timeLimit.duration();
    reading.check();
    backends.check();
  }

  /** K of the path. What was not asked for is cut to what the data allow. */
  private int mostFeatures(LassoModel fitted, Matrix x) {
    if (pathTo != null) {
      return pathTo;
    }
    int k = fitted.w().rows();
    return Math.min(x.rows(), k + Math.max(5, Math.min(MOST_MORE, k / 2)));
  }

  private PathResult path(Backend backend, Matrix x, int most, Interruption interruption) {
    LassoOptions options =
        LassoOptions.of(most).withSeed(seed.seed).withTimeLimit(timeLimit.duration());
    MemoryCheck.fit(backend, x, options);
    try (Progress progress = Progress.of(reporting)) {
      return new LatentFeatureLasso(backend, options).path(x, progress.until(interruption));
    }
  }

  private ReportedFit reported(
      LassoModel fitted,
      Dataset dataset,
      BinaryMatrix z,
      boolean newRows,
      @Nullable PathResult path) {
    List<String> names = fitted.manifest().columnNames();
    return new ReportedFit(
        fitted.manifest(),
        fitted.w(),
        dataset.x(),
        z,
        newRows,
        names == null ? dataset.columnNames() : names,
        shape == null ? null : shape.inColumns(columnMajor),
        path);
  }

  /** The command as it was typed, words with blanks or the like quoted. */
  private String commandLine() {
    return "lfm "
        + command.root().commandLine().getParseResult().originalArgs().stream()
            .map(
                word ->
                    word.matches("[\\w./:=,+@%×-]+")
                        ? word
                        : "'" + word.replace("'", "'\\''") + "'")
            .collect(Collectors.joining(" "));
  }
}
