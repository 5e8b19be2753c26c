package org.latentfeature.evidence.figures;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.OutOfBackendMemoryException;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Dataset;
import org.latentfeature.evidence.figures.EqualTimeFit.Improvement;
import org.latentfeature.evidence.figures.EqualTimeFit.Setting;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.FittedData;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.estimator.Fitted;
import org.latentfeature.fit.estimator.Provenance;
import org.latentfeature.fit.factor.FactorFit;
import org.latentfeature.fit.factor.LeastSquares;
import org.latentfeature.fit.metrics.Hamming;
import org.latentfeature.fit.metrics.Rmse;
import org.latentfeature.fit.model.Model;
import org.latentfeature.lasso.LassoOptions;

/**
 * The fits of one method with one seed after another until its time is used. Each is read out in
 * the same way: its Z, refined by alternating codes and dictionary. The best is that of least
 * squared error; the ground truth is not looked at before all are done.
 */
final class Repeats {

  private static final String REFINEMENT = "refinement";

  private final DataSet data;
  private final Setting setting;
  private final Provenance from;
  private final FitListener listener;
  private final List<Improvement> improvements = new ArrayList<>();
  private double seconds;
  private int fits;
  private double raw = Double.POSITIVE_INFINITY;
  private @Nullable ReadOut best;

  private record ReadOut(BinaryMatrix z, Dense w, double error) {}

  private Repeats(
      DataSet data, Setting setting, Backend backend, String software, FitListener listener) {
    this.data = data;
    this.setting = setting;
    this.listener = listener;
    FittedData fitted = FittedData.of(new Dataset(data.x(), null), Map.of());
    from = new Provenance(software, backend.info(), fitted);
  }

  /**
   * Runs them on {@code backend}.
   *
   * @param listener hears of every step, and may stop it
   * @return nothing if the listener stopped it
   */
  static Optional<EqualTimeFit> run(
      DataSet data, Setting setting, Backend backend, String software, FitListener listener) {
    Repeats repeats = new Repeats(data, setting, backend, software, listener);
    String note = "";
    try (LoadedData loaded = new LoadedData(backend, data.x())) {
      FitRequest<?, ?> request = setting.contender().request(setting.k());
      request.requireMemory(backend, data.x());
      do {
        if (!repeats.fit(request, loaded)) {
          return Optional.empty();
        }
      } while (repeats.seconds < setting.limit() && !setting.contender().isDeterministic());
    } catch (IllegalArgumentException | DataException | OutOfBackendMemoryException e) {
      note = String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
    }
    return Optional.of(repeats.end(note));
  }

  /** Makes the next fit; false if the listener stopped it. */
  private <O extends FitOptions, M extends Model> boolean fit(
      FitRequest<O, M> request, LoadedData loaded) {
    Duration left = Duration.ofNanos(Math.max(1, (long) ((setting.limit() - seconds) * 1e9)));
    long start = System.nanoTime();
    Fitted<M> fitted = request.with(setting.seed() + fits, left).withListener(listener).fit(loaded);
    seconds += (System.nanoTime() - start) / 1e9;
    if (fitted.ended().isGivenUp()) {
      return false;
    }
    M model = fitted.model(from);
    BinaryMatrix z = Objects.requireNonNull(model.codes(), "codes of the rows").z();
    start = System.nanoTime();
    FactorFit.Result refined = refined(z, loaded);
    seconds += (System.nanoTime() - start) / 1e9;
    if (refined.ended().isGivenUp()) {
      return false;
    }
    fits++;
    raw = Math.min(raw, finite(fitted.rmse()));
    offer(
        refined.rmse() <= fitted.rmse()
            ? new ReadOut(refined.factors().z(), refined.factors().w(), finite(refined.rmse()))
            : new ReadOut(z, model.w(), fitted.rmse()));
    return true;
  }

  private FactorFit.Result refined(BinaryMatrix z, LoadedData loaded) {
    return FactorFit.run(
        loaded,
        LassoOptions.of(z.cols()),
        LeastSquares.FREE,
        listener,
        REFINEMENT,
        fit -> new FactorFit.Found(fit.refinement().run(z), REFINEMENT, Map.of()));
  }

  private double finite(double error) {
    if (!Double.isFinite(error)) {
      throw new IllegalArgumentException(
          "the values of %s are too extreme for single precision; scale them towards 1 first"
              .formatted(data.name()));
    }
    return error;
  }

  private void offer(ReadOut found) {
    if (best == null || found.error() < best.error()) {
      best = found;
      improvements.add(new Improvement(seconds, found.error()));
    }
  }

  private EqualTimeFit end(String note) {
    ReadOut found = best;
    if (found == null) {
      double none = Double.NaN;
      return new EqualTimeFit(setting, seconds, 0, 0, none, none, none, none, improvements, note);
    }
    DataSet.Truth truth = data.truth();
    return new EqualTimeFit(
        setting,
        seconds,
        fits,
        found.z().cols(),
        raw,
        found.error(),
        truth == null ? Double.NaN : Hamming.mean(truth.z(), found.z()),
        truth == null ? Double.NaN : Rmse.between(truth.z(), truth.w(), found.z(), found.w()),
        improvements,
        note);
  }
}
