package org.latentfeature.examples;

import java.util.List;
import org.latentfeature.LatentFeatures;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.estimator.Fitted;

/** Fits the same rows by every estimator, some of them with options of their own. */
public final class EveryEstimator {

  private EveryEstimator() {}

  /**
   * Runs it.
   *
   * @param arguments not used
   */
  public static void main(String[] arguments) {
    SyntheticProblem problem = SyntheticProblem.dense(300, 16, 3, .2, 1);
    List<FitRequest<?, ?>> requests =
        List.of(
            LatentFeatures.lasso(3),
            LatentFeatures.markov(3).with(options -> options.withIterations(40)),
            LatentFeatures.cumulants(3).with(options -> options.withStarts(50)),
            LatentFeatures.spectral(3).with(options -> options.withSigma(.2)),
            LatentFeatures.mfBinary(3).with(options -> options.withAffine(false)),
            LatentFeatures.indianBuffet(10)
                .with(options -> options.withInfinite(true).withSweeps(100)),
            LatentFeatures.anneal(3).with(options -> options.withRestarts(5)),
            LatentFeatures.bpMeans(3).with(options -> options.withRestarts(20)),
            LatentFeatures.variational(3).with(options -> options.withRestarts(5)));
    try (Backend backend = Backends.auto()) {
      for (FitRequest<?, ?> request : requests) {
        Fitted<?> fit = request.fit(backend, problem.x());
        System.out.printf(
            "%s: %d features, rmse %.3f%n", request.estimator().name(), fit.features(), fit.rmse());
      }
    }
  }
}
