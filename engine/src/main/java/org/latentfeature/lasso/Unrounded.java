package org.latentfeature.lasso;

import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.LearnedColumns;
import org.latentfeature.fit.Ending;
import org.latentfeature.fit.FitEvent;
import org.latentfeature.fit.FitOrigin;
import org.latentfeature.fit.factor.ColumnTerms;
import org.latentfeature.fit.factor.PreparedData;
import org.latentfeature.fit.metrics.Rmse;

/**
 * A solution of the convex fit before it is rounded: all its atoms, and V as a function of ZᵀX.
 *
 * @param z its T atoms, N×T, in the order in which they entered
 * @param coefficients gives V (T×D) for ZᵀX of the {@linkplain PreparedData#whole prepared columns}
 * @param mu its penalty, in the units of the prepared data
 */
record Unrounded(BinaryMatrix z, UnaryOperator<Dense> coefficients, double mu) {

  /**
   * Returns the solution on the original data, of which it reads the rows twice.
   *
   * @param trace of the fit
   * @param seconds of the fit
   */
  LassoResult result(
      PreparedData data,
      Ending ended,
      List<FitEvent> trace,
      Map<String, Double> seconds,
      FitOrigin<LassoOptions> origin) {
    Dense v =
        data.inUnits(coefficients.apply(ExactResidual.cross(data.whole(), z, StopSignal.NEVER)));
    double rmse = Rmse.noisy(origin.x(), z, v);
    double penalty = mu / data.scale();
    double error = rmse * rmse * origin.x().facts().known();
    double norms = ExactResidual.norms(LearnedColumns.of(v).dictionary());
    return new LassoResult(
        z,
        v,
        ColumnTerms.NONE,
        rmse,
        0,
        LassoStages.RELAXED,
        penalty,
        Verified.NONE,
        Map.of(LassoResult.OBJECTIVE, error / (2.0 * z.rows()) + penalty * norms),
        ended,
        trace,
        seconds,
        origin,
        null);
  }
}
