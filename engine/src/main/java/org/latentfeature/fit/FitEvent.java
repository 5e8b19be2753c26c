package org.latentfeature.fit;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * One step of a fit.
 *
 * @param stage part of the fit, such as {@code columns}, {@code lasso} or {@code path}
 * @param step number of the step within its stage, from 1
 * @param features in use after the step (atoms, in a convex fit)
 * @param objective of the stage
 * @param rmse root mean square of the residual, over the known entries
 * @param figures further figures of the step, by name
 * @param seconds wall-clock time by phase, since the start of the fit
 */
public record FitEvent(
    String stage,
    int step,
    int features,
    double objective,
    double rmse,
    Map<String, Double> figures,
    Map<String, Double> seconds) {

  /** Keeps unmodifiable copies, in the order of their names. */
  public FitEvent {
    figures = Collections.unmodifiableMap(new TreeMap<>(figures));
    seconds = Collections.unmodifiableMap(new TreeMap<>(seconds));
  }
}
