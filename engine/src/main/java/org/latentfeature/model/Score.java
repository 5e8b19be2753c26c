package org.latentfeature.model;

import java.util.Map;
import org.latentfeature.data.Matrix;
import org.latentfeature.progress.WorkListener;

/**
 * How well a model explains rows.
 *
 * @param rmse root mean square of X less what the model makes of it, over the known entries, in the
 *     units of the fit
 * @param explained share of ‖X‖², the sum of squares of the known entries, that the model explains:
 *     1 − rmse² over their mean square; not finite if all are 0
 * @param logLikelihood mean over rows of the natural logarithm of their density, as {@link
 *     Coder#likelihood} has it from {@value #SAMPLES} simulations; NaN if the model says nothing of
 *     that
 */
public record Score(double rmse, double explained, double logLikelihood) {

  /** Simulated paths, where there are any. */
  public static final int SAMPLES = 2000;

  static Score of(Coder coder, Matrix x) {
    Map<String, Number> likelihood = coder.likelihood(x, SAMPLES, WorkListener.SILENT);
    double rmse = coder.code(x, WorkListener.SILENT).rmse();
    return new Score(
        rmse,
        1 - rmse * rmse / x.facts().meanSquare(),
        likelihood.getOrDefault(Coder.LOG_LIKELIHOOD, Double.NaN).doubleValue());
  }
}
