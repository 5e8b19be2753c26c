package org.latentfeature.spark;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;
import org.latentfeature.fit.FitEvent;
import org.latentfeature.fit.FitListener;

/** The steps of a fit, of the sample and over all rows, in the log: at most one a second. */
final class LoggedSteps implements FitListener {

  private static final Logger LOG = System.getLogger(LatentFeatures.class.getName());
  private static final long BETWEEN = TimeUnit.SECONDS.toNanos(1);

  private long last = System.nanoTime() - BETWEEN;

  @Override
  public boolean onStep(FitEvent step) {
    long now = System.nanoTime();
    if (now - last >= BETWEEN) {
      last = now;
      LOG.log(
          Level.INFO,
          "{0}, step {1}: {2} features, rmse {3}",
          step.stage(),
          step.step(),
          step.features(),
          "%.4g".formatted(step.rmse()));
    }
    return true;
  }
}
