package org.latentfeature.markov;

import java.util.List;
import java.util.Map;
import org.latentfeature.fit.Ending;
import org.latentfeature.fit.FitEvent;
import org.latentfeature.fit.UnfinishedFitException;

/**
 * A fitted Markov latent feature model and how it came about.
 *
 * @param parameters the model
 * @param lowerBound the evidence lower bound of the training rows; NaN from stochastic inference,
 *     which never sees them all at one point
 * @param rmse root mean square of X − E[Z] W over known entries, of the last step's rows
 * @param used number of features in use by them
 * @param ended why the fit ended: {@code converged}, {@code time limit}, {@code stopped}, {@code
 *     interrupted}, {@code step limit} or, of what an {@link UnfinishedFitException} keeps, {@code
 *     failed}
 * @param trace one event per step
 * @param seconds wall-clock time by phase: coding, statistics, solves
 */
public record MarkovResult(
    MarkovParameters parameters,
    double lowerBound,
    double rmse,
    int used,
    Ending ended,
    List<FitEvent> trace,
    Map<String, Double> seconds) {

  /** Keeps unmodifiable copies. */
  public MarkovResult {
    trace = List.copyOf(trace);
    seconds = Map.copyOf(seconds);
  }
}
