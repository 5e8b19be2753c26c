package org.latentfeature.cli.ibp;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.latentfeature.cli.console.Interruption;
import org.latentfeature.cli.console.Progress;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.columns.cumulant.CumulantEstimator;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.estimator.Estimator;
import org.latentfeature.fit.factor.FactorModel;
import org.latentfeature.ibp.IndianBuffetOptions;
import org.latentfeature.lasso.estimator.LassoEstimator;
import org.latentfeature.spectral.SpectralNoise;

/** The settings of a search for the likeliest features, which depend on the data. */
final class LikeliestFeatures {

  static final String LAMBDA2 = "lambda2";

  private static final String RESTARTS = "restarts";

  private final Map<String, String> words = new TreeMap<>();

  /**
   * Without λ² and K, the noise of the data sets λ²; the search begins with features of another
   * estimator. Seedings alone would end with many times too many features.
   *
   * @param from the model that the search begins with; null for none
   * @param by the estimator that it begins with where there is no model; random for none
   * @param k K; null if it is learned
   * @param options with the most features there may be
   * @return the model that the search begins with; null for none
   */
  @Nullable FactorModel ask(
      LoadedData data,
      InferenceOption given,
      @Nullable FactorModel from,
      IndianBuffetOptions.Start by,
      @Nullable Integer k,
      FitOptions options,
      Reporting reporting,
      Interruption interruption) {
    int features = k == null ? options.k() : k;
    if (k == null) {
      reporting.course().onWork("measuring the noise", 0, 0);
      SpectralNoise noise = SpectralNoise.of(data, interruption::isRequested);
      features = Math.min(options.k(), noise.components());
      if (!given.isGiven("--" + LAMBDA2)) {
        words.put(LAMBDA2, Double.toString(noise.price()));
        reporting.note(
            "lambda2 is %.5g, more than a feature of noise alone is worth; --lambda2 sets another"
                .formatted(noise.price()));
      }
    }
    FactorModel start = from;
    if (start == null && by != IndianBuffetOptions.Start.RANDOM) {
      start = fit(data, by, features, options, Progress.of(reporting).until(interruption));
    }
    if (start != null && !given.isGiven("--" + RESTARTS)) {
      words.put(RESTARTS, "1");
    }
    return start;
  }

  private static FactorModel fit(
      LoadedData data,
      IndianBuffetOptions.Start by,
      int features,
      FitOptions options,
      FitListener listener) {
    Estimator<?, ? extends FactorModel> estimator =
        by == IndianBuffetOptions.Start.CUMULANTS ? new CumulantEstimator() : new LassoEstimator();
    return estimator
        .request(features, Map.of())
        .plain()
        .with(options.seed(), options.timeLimit())
        .withListener(listener)
        .fit(data)
        .toModel();
  }

  /** Its options beside those that were given. */
  Map<String, String> words() {
    return words;
  }
}
