package org.latentfeature.examples;

import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.FitListener;
import org.latentfeature.lasso.LassoResult;
import org.latentfeature.lasso.LatentFeatureLasso;

/** Listens to a fit, and ends it after its third step with the best so far. */
public final class WatchedFit {

  private WatchedFit() {}

  /**
   * Runs it.
   *
   * @param arguments not used
   */
  public static void main(String[] arguments) {
    Matrix x = SyntheticProblem.dense(200, 40, 5, .1, 5).x();
    FitListener listener =
        event -> {
          System.out.printf("step %d, rmse %.2f%n", event.step(), event.rmse());
          return event.step() < 3;
        };
    try (Backend backend = Backends.auto()) {
      LassoResult fit = new LatentFeatureLasso(backend, 6).fit(x, listener);
      System.out.printf(
          "%s with %d features, rmse %.2f%n", fit.ended(), fit.z().cols(), fit.rmse());
    }
  }
}
