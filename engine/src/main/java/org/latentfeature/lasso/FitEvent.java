package org.latentfeature.lasso;

import java.util.Map;

/**
 * One greedy step.
 *
 * @param stage {@code lasso} or {@code path}
 * @param step number of the step within its stage, from 1
 * @param columns atoms of the convex fit, or features of the path, after the step
 * @param objective F of the convex fit; of the path, 1/(2N) of the squared error
 * @param bound √(value of the SDP) / (μN). At most 1 proves the convex fit optimal; a fit whose
 *     best atom no longer passes ends a little above, by the relaxation's gap. NaN on the path
 * @param rmse root mean square of X − Z W (or of X − Z V in the convex fit)
 * @param seconds wall-clock time by phase, since the start of the fit
 */
public record FitEvent(
    String stage,
    int step,
    int columns,
    double objective,
    double bound,
    double rmse,
    Map<String, Double> seconds) {}
