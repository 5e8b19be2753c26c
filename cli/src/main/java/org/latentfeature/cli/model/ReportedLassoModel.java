package org.latentfeature.cli.model;

import java.io.IOException;
import org.latentfeature.backend.Backend;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.cli.console.Interruption;
import org.latentfeature.cli.console.Progress;
import org.latentfeature.cli.option.MemoryCheck;
import org.latentfeature.coding.Codes;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.Matrix;
import org.latentfeature.lasso.LassoCoder;
import org.latentfeature.lasso.LassoModel;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LatentFeatureLasso;
import org.latentfeature.report.fit.ReportedKind;
import org.latentfeature.report.fit.ReportedLasso;

/**
 * A lasso: it keeps the codes of its rows, and a path tells how many features there should be.
 *
 * @param asked the command, with its options
 */
record ReportedLassoModel(LassoModel model, ReportCommand asked) implements ReportedModel {

  /** Features beyond the model's that the path tries at most, unless it is told otherwise. */
  private static final int MOST_MORE = 20;

  static ReportedLassoModel of(LassoModel model, ReportCommand asked) {
    if (asked.table.isGiven()) {
      throw new Failure(
          "%s is a model of kind %s, for which every entry is known and no columns are loci; drop --missing and --label-columns"
              .formatted(asked.model, model.manifest().kind()));
    }
    return new ReportedLassoModel(model, asked);
  }

  @Override
  public Dataset read() throws IOException {
    return asked.reading.readFor(model, asked.data, asked.reporting);
  }

  /** What was not asked for is cut to what the data allow. */
  @Override
  public Integer pathTo(Matrix x) {
    if (asked.pathTo != null) {
      return asked.pathTo;
    }
    int k = model.w().rows();
    return Math.min(x.rows(), k + Math.max(5, Math.min(MOST_MORE, k / 2)));
  }

  @Override
  public Codes codes(Backend backend, Matrix x, boolean newRows) {
    return Codes.binary(
        newRows ? LassoCoder.encode(backend, x, model.w(), asked.seed.seed) : model.z());
  }

  @Override
  public ReportedKind kind(Backend backend, Matrix x, Interruption interruption) {
    int most = pathTo(x);
    if (most == 0) {
      return new ReportedLasso(null);
    }
    LassoOptions options =
        LassoOptions.of(most).withSeed(asked.seed.seed).withTimeLimit(asked.timeLimit.duration());
    MemoryCheck.fit(backend, x, options);
    return new ReportedLasso(
        new LatentFeatureLasso(backend, options)
            .path(x, Progress.of(asked.reporting).until(interruption)));
  }
}
