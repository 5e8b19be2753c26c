package org.latentfeature.fit;

import java.util.Map;

/**
 * One step of a fit.
 *
 * @param stage part of the fit: {@code lasso} and {@code path}, or {@code batch} and {@code
 *     stochastic} variational inference of the Markov model, with the {@code exchange} of features
 *     and search for other {@code transitions}
 * @param step number of the step within its stage, from 1
 * @param columns features in use after the step (atoms, in the convex fit)
 * @param objective what the stage optimises: F of the convex fit; of the path, 1/(2N) of the
 *     squared error; of the Markov model, the evidence lower bound a row, which batches only
 *     estimate
 * @param bound √(value of the SDP) / (μN). At most 1 proves the convex fit optimal; a fit whose
 *     best atom no longer passes ends a little above, by the relaxation's gap. NaN elsewhere
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
