package org.latentfeature.fit.model;

import java.util.Map;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Rows;

/**
 * How well a model explains rows.
 *
 * @param rmse root mean square of X less what the model makes of it, over the known entries, in the
 *     units of X
 * @param explained share of ‖X‖², the sum of squares of the known entries, that the model explains:
 *     1 − rmse² over their mean square; not finite if all are 0
 * @param logLikelihood mean over rows of the natural logarithm of their density, as {@link
 *     Coder#likelihood} has it from {@value #SAMPLES} simulations; NaN if the model says nothing of
 *     that
 */
public record Score(double rmse, double explained, double logLikelihood) {

  /** Simulated paths, where there are any. */
  public static final int SAMPLES = 2000;

  static Score of(Model model, Backend backend, Matrix x) {
    Coder coder = model.coder(backend, 0);
    Rows fitted = model.fitted(x, model.units());
    Map<String, Number> likelihood =
        coder.likelihood(fitted.matrix(), SAMPLES, WorkListener.SILENT);
    CodedRows coded = coder.code(fitted, WorkListener.SILENT);
    double rmse = Imputation.of(x, model.reconstruct(coded.codes())).rmse();
    return new Score(
        rmse,
        1 - rmse * rmse / x.facts().meanSquare(),
        likelihood.getOrDefault(Coder.LOG_LIKELIHOOD, Double.NaN).doubleValue());
  }
}
