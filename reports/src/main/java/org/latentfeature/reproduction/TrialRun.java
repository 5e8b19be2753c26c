package org.latentfeature.reproduction;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.latentfeature.backend.Backend;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.fit.FitListener;
import org.latentfeature.lasso.FitResult;
import org.latentfeature.lasso.LatentFeatureLasso;
import org.latentfeature.lasso.PathResult;
import org.latentfeature.linalg.Dense;
import org.latentfeature.metrics.Hamming;
import org.latentfeature.metrics.Rmse;

/** Runs trials on one backend. */
final class TrialRun {

  private static final String STOPPED = "stopped";

  private final Backend backend;
  private final String software;
  private final BooleanSupplier stop;

  /** {@code stop} is asked at every greedy step whether to leave it. */
  TrialRun(Backend backend, String software, BooleanSupplier stop) {
    this.backend = backend;
    this.software = software;
    this.stop = stop;
  }

  /**
   * What a trial came to.
   *
   * @param outcomes one for each K
   * @param found the model at the data set's shown K; none if there is no model of that size
   */
  record Done(List<Outcome> outcomes, Optional<FoundModel> found) {}

  /** Runs {@code trial}; nothing if it was stopped before it was done. */
  Optional<Done> run(Trial trial) {
    LatentFeatureLasso lasso = new LatentFeatureLasso(backend, trial.options());
    FitListener listener = event -> !stop.getAsBoolean();
    String fingerprint = trial.fingerprint(backend.info(), software);
    List<Outcome> outcomes = new ArrayList<>();
    FoundModel found = null;
    if (trial.approach().everyK()) {
      long start = System.nanoTime();
      PathResult path = lasso.path(trial.data().x(), listener);
      double whole = (System.nanoTime() - start) / 1e9;
      if (path.ended().equals(STOPPED)) {
        return Optional.empty();
      }
      for (PathResult.Point p : path.points()) {
        // After its last K a run goes over all of them again.
        double seconds = p.k() == path.points().size() ? whole : p.seconds();
        outcomes.add(outcome(trial, fingerprint, p.k(), p.z(), p.w(), p.svdBound(), seconds));
        if (p.k() == trial.data().shown()) {
          found = new FoundModel(p.z(), p.w());
        }
      }
    } else {
      long start = System.nanoTime();
      FitResult fit = lasso.fit(trial.data().x(), listener);
      double seconds = (System.nanoTime() - start) / 1e9;
      if (fit.ended().equals(STOPPED)) {
        return Optional.empty();
      }
      outcomes.add(outcome(trial, fingerprint, trial.k(), fit.z(), fit.w(), Double.NaN, seconds));
      if (trial.k() == trial.data().shown()) {
        found = new FoundModel(fit.z(), fit.w());
      }
    }
    return Optional.of(new Done(outcomes, Optional.ofNullable(found)));
  }

  private static Outcome outcome(
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
    return new Outcome(
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
