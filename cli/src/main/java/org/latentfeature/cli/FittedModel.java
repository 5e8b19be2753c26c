package org.latentfeature.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.data.DataHash;
import org.latentfeature.data.Dataset;
import org.latentfeature.lasso.FitEvent;
import org.latentfeature.lasso.FitResult;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.Penalty;
import org.latentfeature.model.Manifest;
import org.latentfeature.model.Model;

/** A fit's result together with all that is needed to repeat it. */
final class FittedModel {

  private FittedModel() {}

  /** The model to save; {@code scaleBy} is what the data in the file were multiplied by. */
  static Model of(
      FitResult result,
      LassoOptions options,
      double scaleBy,
      BackendInfo backend,
      Dataset dataset) {
    List<Manifest.TracePoint> trace = result.trace().stream().map(FittedModel::point).toList();
    Manifest manifest =
        new Manifest(
            Manifest.CURRENT_FORMAT,
            "latent-feature-lasso",
            Version.software(),
            words(options, scaleBy),
            options.seed(),
            backend,
            dataset.x().rows(),
            dataset.x().cols(),
            result.z().cols(),
            DataHash.sha256(dataset.x()),
            result.method(),
            result.mu(),
            result.rmse(),
            result.ended(),
            trace,
            result.seconds(),
            dataset.columnNames());
    return new Model(manifest, result.z(), result.w());
  }

  private static Manifest.TracePoint point(FitEvent event) {
    return new Manifest.TracePoint(
        event.stage(),
        event.step(),
        event.columns(),
        event.objective(),
        event.bound(),
        event.rmse());
  }

  private static Map<String, String> words(LassoOptions options, double scaleBy) {
    Map<String, String> words = new LinkedHashMap<>();
    words.put("k", Integer.toString(options.k()));
    words.put("method", options.method().name().toLowerCase(Locale.ROOT));
    words.put("penalty", words(options.penalty()));
    words.put("corrective", options.corrective().name().toLowerCase(Locale.ROOT));
    words.put("rank", Integer.toString(options.search().rank()));
    words.put("sweep-tolerance", Double.toString(options.search().sweepTolerance()));
    words.put("max-sweeps", Integer.toString(options.search().maxSweeps()));
    words.put("hyperplanes", Integer.toString(options.search().hyperplanes()));
    words.put("candidates", Integer.toString(options.search().candidates()));
    words.put("polish-passes", Integer.toString(options.search().polishPasses()));
    words.put("max-steps", Integer.toString(options.maxSteps()));
    if (options.timeLimit() != null) {
      words.put("time-limit", Double.toString(options.timeLimit().toNanos() / 1e9));
    }
    words.put(ReadingOptions.SCALE_BY, Double.toString(scaleBy));
    return words;
  }

  private static String words(@Nullable Penalty penalty) {
    if (penalty instanceof Penalty.Absolute p) {
      return "mu " + p.mu();
    }
    if (penalty instanceof Penalty.LambdaTau p) {
      return "lambda " + p.lambda() + " tau " + p.tau();
    }
    if (penalty instanceof Penalty.Relative p) {
      return "relative " + p.share();
    }
    return "default";
  }
}
