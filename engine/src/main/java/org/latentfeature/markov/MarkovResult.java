package org.latentfeature.markov;

import java.util.List;
import java.util.Map;
import org.latentfeature.fit.Ending;
import org.latentfeature.fit.FitEvent;
import org.latentfeature.fit.FitOrigin;
import org.latentfeature.fit.UnfinishedFitException;
import org.latentfeature.fit.estimator.Provenance;

/**
 * The result of a fit of a Markov latent feature model. Treat as immutable: matrices are not
 * copied, and threads may share a result as long as none writes to it.
 *
 * @param parameters the model
 * @param lowerBound the evidence lower bound of the training rows; NaN from stochastic inference,
 *     which never sees all rows with one model
 * @param rmse root mean square of X − E[Z] W over known entries, of the last step's rows
 * @param used number of features in use by them
 * @param ended why the fit ended: {@code converged}, {@code time limit}, {@code stopped}, {@code
 *     interrupted}, {@code step limit} or, in an {@link UnfinishedFitException}, {@code failed}
 * @param trace one event for each step
 * @param seconds wall-clock time by phase: coding, statistics, solves
 * @param origin what was fitted, for what and where
 */
public record MarkovResult(
    MarkovParameters parameters,
    double lowerBound,
    double rmse,
    int used,
    Ending ended,
    List<FitEvent> trace,
    Map<String, Double> seconds,
    FitOrigin<MarkovOptions> origin) {

  /** Keeps unmodifiable copies. */
  public MarkovResult {
    trace = List.copyOf(trace);
    seconds = Map.copyOf(seconds);
  }

  /**
   * The model, to be saved and applied, of data that came from no file and were not standardised.
   * Reads X once, for its fingerprint; X must still be as it was fitted.
   */
  public MarkovModel toModel() {
    return MarkovModel.of(this, origin.options(), Provenance.of(origin));
  }

  @Override
  public String toString() {
    return "%d features of %s, %d in use, rmse %.4g, %s"
        .formatted(parameters.features(), origin, used, rmse, ended);
  }
}
