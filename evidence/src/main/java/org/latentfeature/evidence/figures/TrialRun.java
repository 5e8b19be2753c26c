package org.latentfeature.evidence.figures;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.evidence.TrialListener;
import org.latentfeature.fit.Ending;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.estimator.Fitted;
import org.latentfeature.fit.metrics.Hamming;
import org.latentfeature.fit.metrics.Rmse;
import org.latentfeature.fit.model.Model;
import org.latentfeature.lasso.LassoResult;
import org.latentfeature.lasso.LatentFeatureLasso;
import org.latentfeature.lasso.PathResult;

/** Runs trials on one backend. */
final class TrialRun {

  private final Backend backend;
  private final String software;
  private final BooleanSupplier stop;
  private final TrialListener progress;

  /** {@code stop} is asked at every greedy step, which {@code progress} hears of. */
  TrialRun(Backend backend, String software, BooleanSupplier stop, TrialListener progress) {
    this.backend = backend;
    this.software = software;
    this.stop = stop;
    this.progress = progress;
  }

  /**
   * The results of a trial.
   *
   * @param outcomes one for each K that is done
   * @param found the model at the data set's shown K; none if there is no model of that size
   * @param stopped whether it was left before it was done; of a path, the K done by then are there
   */
  record Done(List<TrialOutcome> outcomes, Optional<FoundModel> found, boolean stopped) {}

  /** Runs {@code trial}. */
  Done run(Trial trial) {
    FitListener reported =
        event -> {
          progress.step(event);
          return true;
        };
    FitListener listener = reported.until(stop);
    return trial
        .approach()
        .contender()
        .map(contender -> run(trial, contender, listener))
        .orElseGet(() -> lasso(trial, listener));
  }

  /** One fit of another method, with all that it does by default. */
  private Done run(Trial trial, Contender contender, FitListener listener) {
    DataSet data = trial.data();
    FitRequest<?, ?> request = contender.byDefault(trial.k());
    request.requireMemory(backend, data.x());
    Duration limit = trial.timeLimit();
    String fingerprint = trial.fingerprint(backend.info(), software);
    try (LoadedData loaded = new LoadedData(backend, data.x())) {
      long start = System.nanoTime();
      Fitted<?> fitted = request.with(trial.seed(), limit).withListener(listener).fit(loaded);
      double seconds = (System.nanoTime() - start) / 1e9;
      if (fitted.ended().isGivenUp()) {
        return new Done(List.of(), Optional.empty(), true);
      }
      Model model = fitted.toModel();
      BinaryMatrix z = Objects.requireNonNull(model.codes(), "codes of the rows").z();
      TrialOutcome outcome =
          outcome(trial, fingerprint, z.cols(), z, model.w(), Double.NaN, seconds);
      return new Done(List.of(outcome), Optional.empty(), false);
    }
  }

  private Done lasso(Trial trial, FitListener listener) {
    LatentFeatureLasso lasso = new LatentFeatureLasso(backend, trial.options());
    String fingerprint = trial.fingerprint(backend.info(), software);
    List<TrialOutcome> outcomes = new ArrayList<>();
    FoundModel found = null;
    Ending ended;
    if (trial.approach().everyK()) {
      long start = System.nanoTime();
      PathResult path = lasso.path(trial.data().x(), listener);
      double whole = (System.nanoTime() - start) / 1e9;
      ended = path.ended();
      String name = ended.isGivenUp() ? Trial.unfinished(fingerprint) : fingerprint;
      for (PathResult.Point p : path.points()) {
        // After its last K a run goes over all of them again.
        double seconds = p.k() == path.points().size() ? whole : p.seconds();
        outcomes.add(outcome(trial, name, p.k(), p.z(), p.w(), p.svdBound(), seconds));
        if (p.k() == trial.data().shown()) {
          found = new FoundModel(p.z(), p.w());
        }
      }
    } else {
      long start = System.nanoTime();
      LassoResult fit = lasso.fit(trial.data().x(), listener);
      double seconds = (System.nanoTime() - start) / 1e9;
      ended = fit.ended();
      int k = ended == Ending.TIME_LIMIT ? fit.z().cols() : trial.k();
      if (!ended.isGivenUp() && k > 0) {
        outcomes.add(outcome(trial, fingerprint, k, fit.z(), fit.w(), Double.NaN, seconds));
        if (trial.k() == trial.data().shown()) {
          found = new FoundModel(fit.z(), fit.w());
        }
      }
    }
    if (ended == Ending.TIME_LIMIT) {
      progress.note(
          outcomes.isEmpty()
              ? "stopped by the time limit before the first K"
              : "stopped by the time limit at K = " + outcomes.get(outcomes.size() - 1).k());
    }
    return new Done(outcomes, Optional.ofNullable(found), ended.isGivenUp());
  }

  private static TrialOutcome outcome(
      Trial trial,
      String fingerprint,
      int k,
      BinaryMatrix z,
      Dense w,
      double svdBound,
      double seconds) {
    double rmseNoisy = Rmse.noisy(trial.data().x(), z, w);
    if (!Double.isFinite(rmseNoisy)) {
      throw new IllegalArgumentException(
          "the values of %s are too extreme for single precision; scale them towards 1 first"
              .formatted(trial.data().name()));
    }
    DataSet.Truth truth = trial.data().truth();
    return new TrialOutcome(
        trial.data().name(),
        trial.approach(),
        trial.k(),
        trial.seed(),
        fingerprint,
        k,
        truth == null ? Double.NaN : Hamming.mean(truth.z(), z),
        truth == null ? Double.NaN : Rmse.between(truth.z(), truth.w(), z, w),
        rmseNoisy,
        svdBound,
        seconds);
  }
}
