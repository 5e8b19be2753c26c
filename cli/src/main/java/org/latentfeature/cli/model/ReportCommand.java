package org.latentfeature.cli.model;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.HostMemory;
import org.latentfeature.base.progress.StoppedException;
import org.latentfeature.cli.console.Answer;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.cli.console.Interruption;
import org.latentfeature.cli.console.Progress;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.console.Version;
import org.latentfeature.cli.option.BackendOptions;
import org.latentfeature.cli.option.PictureOptions;
import org.latentfeature.cli.option.SeedOption;
import org.latentfeature.cli.option.TableOptions;
import org.latentfeature.cli.option.TimeLimitOption;
import org.latentfeature.cli.option.Writes;
import org.latentfeature.data.DataHash;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.DirectMemory;
import org.latentfeature.data.LearnedColumns;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Rows;
import org.latentfeature.data.SparseRows;
import org.latentfeature.fit.estimator.Estimators;
import org.latentfeature.fit.factor.FactorModel;
import org.latentfeature.fit.model.Model;
import org.latentfeature.lasso.PathResult;
import org.latentfeature.report.chart.Fonts;
import org.latentfeature.report.fit.DataFindings;
import org.latentfeature.report.fit.FitReport;
import org.latentfeature.report.fit.KindPage;
import org.latentfeature.report.fit.Origin;
import org.latentfeature.report.fit.PathRequest;
import org.latentfeature.report.fit.ReportedFit;
import org.latentfeature.report.fit.ReportedKind;
import org.latentfeature.report.fit.RowNames;
import org.latentfeature.report.page.Page;
import org.latentfeature.report.page.PageCharts;
import org.latentfeature.report.picture.FeatureScale;
import org.latentfeature.report.picture.PictureShape;
import org.latentfeature.step.coding.Codes;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code lfm report}: one fit on one page. */
@Command(
    name = "report",
    description = {
      "Write an HTML report about a model and its data.",
      "Shows what stands out in the data, as 'lfm look' does, what the features look like, what each explains, which occur together, and the rows with the largest residuals; for rows with labels (--labels), how often each label has each feature; for a lasso, how the error depends on K; for a Markov model, the graph of transitions. Rows are prepared as those of the fit. The report needs no network.",
      "To help choose K of a lasso, a path over several K is fitted, which takes most of "
          + "the time; Ctrl-C stops it, the report is written with the finished part, and the "
          + "exit status is 130."
    },
    footer = {
      "",
      "Examples:",
      "  lfm report model.lfm X.npy -o fit.html --image 30x30",
      "  lfm report model.lfm new.npy -o new.html --path-to 0",
      "  lfm report walks.lfm X.npy -o walks.html",
      "  lfm report patches.lfm noisy.png -o patches.html"
    })
public final class ReportCommand implements Callable<Integer> {

  /** Features beyond the model's that the path tries at most, unless it is told otherwise. */
  private static final int MOST_MORE = 20;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "HTML",
      required = true,
      description = "Write the report to this file.")
  @Writes
  Path output;

  @Option(
      names = "--charts",
      paramLabel = "DIR",
      description = "Write the charts of the report as SVG files to this directory, too.")
  @Writes(inDirectory = "*.svg")
  @Nullable Path charts;

  @Option(
      names = "--path-to",
      paramLabel = "K",
      description =
          "Maximum number of features on the path that helps choose K; 0 skips it (lasso only) "
              + "(default: 1.5 times the model's, at least 5 and at most 20 more).")
  @Nullable Integer pathTo;

  @Option(
      names = "--scale",
      paramLabel = "shared|own",
      defaultValue = "shared",
      converter = FeatureScaleConverter.class,
      description =
          "Scale of the drawings of features. shared: one for all, so that they can be compared."
              + " own: one for each, so that weak ones can be seen (default: ${DEFAULT-VALUE}).")
  FeatureScale scale = FeatureScale.SHARED;

  @Mixin PictureOptions pictures = new PictureOptions();
  @Mixin TimeLimitOption timeLimit = new TimeLimitOption();
  @Mixin SeedOption seed = new SeedOption();
  @Mixin ModelRows files = new ModelRows();
  @Mixin TableOptions table = new TableOptions();
  @Mixin BackendOptions backends = new BackendOptions();
  @Mixin Reporting reporting = new Reporting();

  @Spec CommandSpec command;

  /**
   * Sparse rows less an intercept have no zeros: the pages of its model show them dense.
   *
   * @throws Failure if there is no memory for them
   */
  private Dataset denseIfShifted(Model fitted, Dataset read) {
    if (!(fitted instanceof FactorModel factors)
        || factors.terms().intercept() == null
        || !(read.rows() instanceof SparseRows sparse)) {
      return read;
    }
    // X as it is, and less the intercept.
    long needed = Math.multiplyExact(2L * Float.BYTES, sparse.size());
    long free = HostMemory.available();
    long allowed = DirectMemory.available();
    if (needed > Math.min(free, allowed)) {
      throw new Failure(
          ("%s is %s; the report of a model with an intercept makes it dense, which takes %,d MiB, but %s;"
                  + " report on a file with fewer of its rows, or fit without an intercept")
              .formatted(
                  files.data,
                  sparse,
                  (needed >> 20) + 1,
                  free <= allowed
                      ? "%,d MiB are free".formatted(free >> 20)
                      : "the JVM leaves it %,d MiB (-XX:MaxDirectMemorySize)"
                          .formatted(allowed >> 20)));
    }
    return read.withRows(sparse.toDense());
  }

  @Override
  public Integer call() throws IOException {
    checkUse();
    Fonts.require();
    Model fitted = Estimators.load(files.model);
    KindPage<Model> page = KindPage.of(fitted);
    requirePath(page, fitted);
    PictureShape shape = pictures.shape(fitted, files.model, reporting);
    Dataset read = files.readAsFitted(fitted, table, false, Long.MAX_VALUE, reporting);
    Dataset dataset = ModelRows.prepared(fitted, denseIfShifted(fitted, read));
    LearnedColumns learned = LearnedColumns.of(fitted.w());
    Rows x = dataset.rows() instanceof Matrix dense ? learned.masked(dense) : dataset.rows();
    Integer most = page.fitsPath() ? most(fitted, x) : null;
    DataCheck.fit(files.data, x, most == null ? 1 : Math.max(1, most), 1);
    String hash = DataHash.sha256(dataset.rows());
    boolean newRows = !ModelRows.areFitted(fitted, read);
    try (Interruption interruption = Interruption.watch();
        Backend backend = backends.open(reporting)) {
      DataFindings looked = look(read, interruption);
      reporting.course().onWork("coding rows", 0, 0);
      Codes kept = newRows ? null : fitted.codes();
      Codes codes =
          kept != null
              ? kept
              : fitted.coder(backend, seed.seed).code(x, reporting.course()).codes();
      if (newRows) {
        reporting.note(files.data + " is not the data of the fit; its rows are coded as new ones");
      }
      ReportedKind kind =
          page.of(
              fitted,
              new PathRequest(
                  backend,
                  x,
                  most == null ? 0 : most,
                  seed.seed,
                  timeLimit.duration(),
                  Progress.of(reporting).until(interruption)));
      reporting.course().onWork("writing the report", 0, 0);
      List<String> names = fitted.manifest().columnNames();
      FitReport report =
          new FitReport(
              new ReportedFit(
                  fitted.manifest(),
                  learned.filled(),
                  x,
                  codes,
                  newRows,
                  names == null ? dataset.columnNames() : names,
                  rowNames(dataset),
                  shape,
                  scale,
                  kind),
              looked);
      DataCheck.result(files.data, x, report.rmse());
      Page written =
          report.page(
              new Origin(
                  commandLine(),
                  Version.software(),
                  seed.seed,
                  backend.info(),
                  files.model.toString(),
                  files.data.toString(),
                  hash));
      written.write(output);
      if (charts != null) {
        PageCharts.write(written, charts);
      }
      PathResult path = kind.path();
      Integer tried = path == null ? most : Integer.valueOf(path.points().size());
      reporting.answer(
          new Answer()
              .with("report", output.toString())
              .with("rows", x.rows())
              .with("features", fitted.w().rows())
              .with("new_rows", newRows)
              .with("rmse", report.rmse())
              .with("suggested_features", report.suggestedFeatures())
              .with("path_to", tried)
              .with("path_ended", path == null ? null : path.ended().toString())
              .with("backend", backend.info().name()));
      return interruption.isRequested() ? Interruption.EXIT_STATUS : CommandLine.ExitCode.OK;
    }
  }

  /** Looks at the data as they are in their file; null if that is interrupted. */
  private @Nullable DataFindings look(Dataset read, Interruption interruption) {
    reporting.course().onWork("looking at " + files.data, 0, 0);
    try {
      return DataFindings.ofFitted(read, Progress.of(reporting).until(interruption));
    } catch (StoppedException e) {
      return null;
    }
  }

  private static RowNames rowNames(Dataset data) {
    Map<String, List<String>> labels = new LinkedHashMap<>(data.labels());
    labels.keySet().removeAll(Collections.singleton(data.idColumn()));
    return new RowNames(data.ids(), labels);
  }

  /**
   * Returns the largest K of the path: {@code --path-to} if given, otherwise the default, limited
   * to the number of rows.
   */
  private int most(Model fitted, Rows x) {
    if (pathTo != null) {
      return pathTo;
    }
    int k = fitted.w().rows();
    return Math.min(x.rows(), k + Math.max(5, Math.min(MOST_MORE, k / 2)));
  }

  private void requirePath(KindPage<?> page, Model fitted) {
    if (!page.fitsPath() && (pathTo != null || timeLimit.seconds != null)) {
      throw new Failure(
          ("%s is a model of kind %s, which has no path over K; drop %s (to compare several K, "
                  + "score the models on held-out rows with 'lfm score')")
              .formatted(
                  files.model,
                  fitted.manifest().kind(),
                  pathTo == null ? "--time-limit" : "--path-to"));
    }
  }

  private void checkUse() {
    if (pathTo != null && pathTo < 0) {
      throw new ParameterException(
          command.commandLine(), "--path-to is " + pathTo + "; it must be at least 0");
    }
    pictures.check();
    timeLimit.duration();
    files.reading.check();
    table.check();
    backends.check();
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
