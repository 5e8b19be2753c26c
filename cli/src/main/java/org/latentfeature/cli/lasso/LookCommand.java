package org.latentfeature.cli.lasso;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.latentfeature.backend.Backend;
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
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.io.MissingCode;
import org.latentfeature.lasso.LassoModel;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.estimator.LassoEstimator;
import org.latentfeature.report.fit.DataFindings;
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
          + "fit_bytes the most memory that a fit takes, X included; without X, it is compared "
          + "with the memory there is. settled_bytes is what it takes where the features of sparse rows are found at once. "
          + "Below, each finding is a line that says what a fit makes of it, or which option helps. "
          + "With --json, searches has why each search of a fit is not tried, or null where it is."
    },
    footer = {"", "Examples:", "  lfm look X.csv", "  lfm look cells.h5ad --json"})
public final class LookCommand implements Callable<Integer> {

  /** Number of features for the estimate of memory where K is not known. */
  private static final int USUAL_FEATURES = 20;

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
      DataFindings looked =
          DataFindings.of(
              dataset, loaded, given.allowed(), Progress.of(reporting).until(interruption));
      Answer answer = new Answer();
      looked.figures().forEach(answer::with);
      LassoEstimator lasso = new LassoEstimator();
      FitRequest<LassoOptions, LassoModel> request = new FitRequest<>(lasso, options(x, looked));
      answer.with("fit_bytes", request.bytesNeeded(backend, x) + bytes(x));
      if (x.isSparse()) {
        answer.with("settled_bytes", lasso.settledBytes(backend, x, request) + bytes(x));
      }
      if (reporting.json) {
        reporting.answer(
            answer.with("searches", looked.searches()).with("findings", looked.findings()));
      } else {
        reporting.answer(answer);
        looked.findings().forEach(finding -> reporting.print("- " + finding.says()));
      }
      return CommandLine.ExitCode.OK;
    } finally {
      if (x instanceof FileRows file) {
        file.close();
      }
    }
  }

  private static LassoOptions options(Rows x, DataFindings looked) {
    Integer counted = looked.features();
    int k = counted == null || counted == 0 ? USUAL_FEATURES : counted;
    return LassoOptions.of(Math.min(k, x.rows()));
  }

  /** Bytes of X itself in memory. */
  private static long bytes(Rows x) {
    if (x instanceof SparseRows sparse) {
      return SparseRows.bytes(sparse.rows(), sparse.entries());
    }
    return x instanceof Matrix dense ? dense.bytes() : 0;
  }
}
