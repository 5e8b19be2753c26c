package org.latentfeature.cli.lasso;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.cli.console.Answer;
import org.latentfeature.cli.console.Interruption;
import org.latentfeature.cli.console.Progress;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.option.BackendOptions;
import org.latentfeature.cli.option.DataFile;
import org.latentfeature.cli.option.MemoryOption;
import org.latentfeature.cli.option.MissingOption;
import org.latentfeature.cli.option.ReadingOptions;
import org.latentfeature.cli.option.Reads;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Rows;
import org.latentfeature.data.SparseRows;
import org.latentfeature.fit.ChosenCount;
import org.latentfeature.fit.FitMonitor;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.sequence.OrderedRows;
import org.latentfeature.io.MissingCode;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.estimator.LassoEstimator;
import org.latentfeature.lasso.variant.Views;
import org.latentfeature.study.order.OrderSelection;
import org.latentfeature.study.profile.DataProfile;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code lfm look}: what a fit would meet in data, before one is made. */
@Command(
    name = "look",
    description = {
      "Show what X is and what a fit will meet in it, without a fit.",
      "features is the number that 'lfm fit -k auto' takes, where it needs no fit to choose it. "
          + "offset is the size of the columns' means over that of their standard deviations, and "
          + "fit_bytes the memory that a fit takes, X included. "
          + "Below, each finding is a line that says what a fit makes of it, or which option helps."
    },
    footer = {"", "Examples:", "  lfm look X.csv", "  lfm look cells.h5ad --json"})
public final class LookCommand implements Callable<Integer> {

  /** Names or numbers in a sentence. */
  private static final int NAMED = 8;

  /** From so many standard deviations on, columns are far from 0. */
  private static final double FAR = 3;

  /** A larger share of the rows is no exception, but a feature of few rows. */
  private static final double FEW = .04;

  /** Number of features for the estimate of memory where K is not known. */
  private static final int USUAL_FEATURES = 20;

  /** Number of factors for the estimate of noise where K is not known. */
  private static final int FACTORS = 20;

  /** Rules by which another view than X as it is shows the features. */
  private static final Set<String> OF_VIEWS =
      Set.of(ChosenCount.SCALED, ChosenCount.SCALED_CLIPPED);

  /** A property of the data: its name, and what it means for a fit. */
  private record Finding(String name, String says) {}

  @Parameters(
      converter = DataFile.class,
      paramLabel = "X",
      description = "Data with a row for each observation, in any format that 'lfm fit' reads.")
  @Reads
  Path data;

  @Mixin ReadingOptions reading = new ReadingOptions();
  @Mixin MissingOption missing = new MissingOption();
  @Mixin MemoryOption memory = new MemoryOption();
  @Mixin BackendOptions backends = new BackendOptions();
  @Mixin Reporting reporting = new Reporting();

  private final List<Finding> findings = new ArrayList<>();

  @Override
  public Integer call() throws IOException {
    reading.check();
    backends.check();
    MissingCode given = missing.code();
    MissingCode code = given.allowed() ? given : MissingCode.NAN;
    Dataset dataset = reading.readOrOpen(data, code, memory.most(), reporting);
    Rows x = dataset.rows();
    try (Interruption interruption = Interruption.watch();
        Backend backend = backends.open(reporting);
        LoadedData loaded = new LoadedData(backend, x)) {
      reporting.course().onWork("looking at " + data, 0, 0);
      StopSignal stop = new FitMonitor(Progress.of(reporting).until(interruption), null).signal();
      DataProfile profile = DataProfile.of(x, stop);
      ChosenCount count = count(loaded, interruption);
      Answer answer = answer(dataset, profile, count, loaded);
      find(dataset, profile, count, loaded, stop);
      if (reporting.json) {
        reporting.answer(answer.with("findings", findings));
      } else {
        reporting.answer(answer);
        findings.forEach(finding -> reporting.print("- " + finding.says()));
      }
      return CommandLine.ExitCode.OK;
    } finally {
      if (x instanceof FileRows file) {
        file.close();
      }
    }
  }

  private @Nullable ChosenCount count(LoadedData loaded, Interruption interruption) {
    boolean isZero = loaded.source().facts().squaredNorm() == 0;
    return isZero
        ? null
        : OrderSelection.counted(
                loaded, OrderSelection.Options.DEFAULT, Progress.of(reporting).until(interruption))
            .orElse(null);
  }

  private Answer answer(
      Dataset dataset, DataProfile profile, @Nullable ChosenCount count, LoadedData loaded) {
    Rows x = dataset.rows();
    int k = count == null || count.features() == 0 ? USUAL_FEATURES : count.features();
    FitRequest<?, ?> request =
        new FitRequest<>(new LassoEstimator(), LassoOptions.of(Math.min(k, x.rows())));
    return new Answer()
        .with("rows", x.rows())
        .with("columns", x.cols())
        .with("entries", profile.kind().toString())
        .with("least", profile.least())
        .with("largest", profile.largest())
        .with("missing", x.facts().missing())
        .with("density", x instanceof SparseRows sparse ? Double.valueOf(sparse.density()) : null)
        .with("offset", Double.isFinite(profile.distance()) ? profile.distance() : null)
        .with("features", count == null ? null : count.features())
        .with("rule", count == null ? null : count.rule())
        .with("fit_bytes", request.bytesNeeded(loaded.backend(), x.rows(), x.cols()) + bytes(x));
  }

  /** Bytes of X itself in memory. */
  private static long bytes(Rows x) {
    if (x instanceof SparseRows sparse) {
      return SparseRows.bytes(sparse.rows(), sparse.entries());
    }
    return x instanceof Matrix dense ? dense.bytes() : 0;
  }

  private void find(
      Dataset dataset,
      DataProfile profile,
      @Nullable ChosenCount count,
      LoadedData loaded,
      StopSignal stop) {
    Rows x = dataset.rows();
    List<String> columns = dataset.columnNames();
    if (count == null) {
      add(
          "features",
          x.facts().missing() > 0
              ? "entries are missing: -k auto counts features by fits that predict others"
              : "the singular values do not tell the number of features: -k auto compares fits");
    } else {
      add("features", count + (count.features() > x.cols() ? "; more than X has columns" : ""));
    }
    if (x.facts().missing() > 0) {
      add(
          "missing",
          "%,d missing %s, %.2g %%, in %,d %s: %s"
              .formatted(
                  x.facts().missing(),
                  x.facts().missing() == 1 ? "entry" : "entries",
                  100. * x.facts().missing() / ((double) x.rows() * x.cols()),
                  x.facts().incompleteRows().count(),
                  x.facts().incompleteRows().count() == 1 ? "row" : "rows",
                  missing.code().allowed()
                      ? "a fit looks at the others"
                      : "pass --missing nan, for a fit to the others"));
    }
    if (!profile.constant().isEmpty()) {
      add(
          "constant_columns",
          "%s: part of the offset, no feature's; --drop leaves out columns"
              .formatted(
                  named(profile.constant(), columns, "column", " is constant", " are constant")));
    }
    if (!profile.zero().isEmpty()) {
      add(
          "zero_columns",
          "%s: no feature has a part in them"
              .formatted(named(profile.zero(), columns, "column", " is zero", " are zero")));
    }
    if (!profile.equal().isEmpty()) {
      add(
          "equal_columns",
          "%s an earlier one: it counts twice in the error"
              .formatted(named(profile.equal(), columns, "column", " is like", " are each like")));
    }
    if (profile.repeated() > 0) {
      add(
          "repeated_rows",
          "%,d %s an earlier one%s"
              .formatted(
                  profile.repeated(),
                  profile.repeated() == 1 ? "row repeats" : "rows repeat",
                  2L * profile.repeated() >= x.rows() ? ": few different codes, or no noise" : ""));
    }
    if (profile.distance() > FAR && Double.isFinite(profile.distance())) {
      add(
          "offset",
          "columns are far from 0, by %.3g standard deviations: a fit also searches X without its column means; --intercept keeps them apart"
              .formatted(profile.distance()));
    }
    if (!profile.outlying().isEmpty() && profile.outlying().size() <= FEW * x.rows()) {
      add(
          "outlying_rows",
          "%s far from all others, a typing error perhaps, and may count as a feature: --robust weighs such rows less"
              .formatted(named(profile.outlying(), dataset.ids(), "row", " is", " are")));
    }
    if (x instanceof SparseRows sparse) {
      add(
          "sparse",
          "%.2g %% of the entries are not zero: the rows stay sparse; the lasso takes them, most others with --dense"
              .formatted(100 * sparse.density()));
    }
    if (x instanceof Matrix dense) {
      ofDense(dense, count, loaded, stop);
    }
  }

  private void ofDense(Matrix x, @Nullable ChosenCount count, LoadedData loaded, StopSignal stop) {
    OrderedRows.lowRatio(x)
        .ifPresent(
            ratio ->
                add(
                    "order",
                    "rows are much like the next (von Neumann's ratio %.2f): if they are in order of time, --order rows makes use of it"
                        .formatted(ratio)));
    // Where X as it is shows its features, a fit finds them in it, and looks at no other view.
    boolean isPlain = count != null && !OF_VIEWS.contains(count.rule());
    if (isPlain || x.facts().missing() > 0 || !Views.areSearched(x)) {
      return;
    }
    if (Views.clipped(x, stop) != null) {
      add(
          "tails",
          "single entries lie far outside the others of their columns: a fit also searches X with these clipped; --robust weighs them less");
    }
    int smaller = Math.min(x.rows(), x.cols());
    int factors = count == null ? Math.min(FACTORS, smaller / 4) : count.features();
    if (factors > 0
        && factors < smaller
        && Views.scaled(loaded.backend(), x, factors, false, stop) != null) {
      add(
          "unequal_noise",
          "the noise of columns differs: a fit also searches X in units of that noise; --view scaled fits that, and --column-weights noise weighs the error by it");
    }
  }

  private void add(String name, String says) {
    findings.add(new Finding(name, says));
  }

  /**
   * Returns the beginning of a sentence on columns or rows.
   *
   * @param which of them, from 0
   * @param names of all; null if they have only numbers
   * @param what one of them is
   * @param one verb of a single one
   * @param many verb of several
   */
  private static String named(
      List<Integer> which, @Nullable List<String> names, String what, String one, String many) {
    String first =
        which.stream()
            .limit(NAMED)
            .map(at -> names == null ? Integer.toString(at + 1) : names.get(at))
            .collect(Collectors.joining(", "));
    if (which.size() == 1) {
      return what + " " + first + one;
    }
    return which.size() > NAMED
        ? "%,d %ss (%s, …)%s".formatted(which.size(), what, first, many)
        : "%ss %s%s".formatted(what, first, many);
  }
}
