package org.latentfeature.fit.scale;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.FitMonitor;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.UnfinishedFitException;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.factor.FactorModel;

/** Fits some rows of the data, as a part of the fit of all. */
final class SampleFitter<O extends FitOptions, M extends FactorModel> {

  private final Extendable<O, M> estimator;
  private final O options;
  private final Backend backend;
  private final FitMonitor monitor;

  /** Fits on {@code backend}, within the time and with the listener of {@code monitor}. */
  SampleFitter(Extendable<O, M> estimator, O options, Backend backend, FitMonitor monitor) {
    this.estimator = estimator;
    this.options = options;
    this.backend = backend;
    this.monitor = monitor;
  }

  /**
   * A model of {@code some} rows with K features; of a stopped fit, what it has by then.
   *
   * @param k number of features
   */
  M fit(Rows some, int k) {
    Map<String, String> words = new TreeMap<>(estimator.plain(options).words());
    words.keySet().removeAll(Set.of(FitOptions.K, FitOptions.SEED, FitOptions.TIME_LIMIT));
    FitRequest<O, M> request =
        estimator.request(k, words).with(options.seed(), left()).withListener(monitor.ofParts());
    try (LoadedData rows = new LoadedData(backend, some)) {
      return monitor.time("sample", () -> estimator.fit(rows, request)).toModel();
    } catch (UnfinishedFitException e) {
      // Its result is one of the sample only, which is no model of these data.
      throw e.failure();
    }
  }

  private @Nullable Duration left() {
    Duration limit = options.timeLimit();
    return limit == null ? null : limit.minusNanos((long) (monitor.elapsed() * 1e9));
  }
}
