package org.latentfeature.lasso;

import java.util.List;
import java.util.Map;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.fit.Ending;
import org.latentfeature.fit.FitEvent;
import org.latentfeature.fit.FitOrigin;
import org.latentfeature.fit.UnfinishedFitException;
import org.latentfeature.fit.factor.ColumnTerms;

/**
 * A factorisation X ≈ Z W. Immutable by agreement: W is not copied, and threads may share a result
 * as long as none writes to it.
 *
 * @param z incidence, N×K
 * @param w dictionary, K×D
 * @param terms what there is for each column beside W; {@link ColumnTerms#NONE} for plain least
 *     squares
 * @param rmse ‖X − Z W − 1bᵀ‖ / √(ND)
 * @param undetermined number of bits of {@code z}, off there, that the known entries of their rows
 *     do not determine; 0 where nothing is missing
 * @param method that found it: {@code columns}, {@code cumulants}, {@code lasso}, {@code path} or,
 *     of a warm start, {@code start}
 * @param mu the penalty of its convex fit; NaN if there was none
 * @param verified the verified columns
 * @param figures further figures, by name, such as those of a robust fit
 * @param ended why the fit ended: {@code converged}, {@code time limit}, {@code stopped}, {@code
 *     interrupted}, {@code step limit} or, in an {@link UnfinishedFitException}, {@code failed}
 * @param trace one event for each greedy step
 * @param seconds wall-clock time by phase
 * @param origin what was fitted, for what and where
 */
public record LassoResult(
    BinaryMatrix z,
    Dense w,
    ColumnTerms terms,
    double rmse,
    long undetermined,
    String method,
    double mu,
    Verified verified,
    Map<String, Double> figures,
    Ending ended,
    List<FitEvent> trace,
    Map<String, Double> seconds,
    FitOrigin<LassoOptions> origin) {

  /** Returns this result as that of a fit of which it is a part. */
  LassoResult of(
      FitOrigin<LassoOptions> from, Ending whole, List<FitEvent> steps, Map<String, Double> times) {
    return new LassoResult(
        z, w, terms, rmse, undetermined, method, mu, verified, figures, whole, steps, times, from);
  }

  /**
   * The model, to be saved and applied, of data that came from no file. Reads X once, for its
   * fingerprint; X must still be as it was fitted.
   */
  public LassoModel toModel() {
    return LassoModel.of(
        FitOrigin.software(), this, origin.options(), origin.backend(), origin.data());
  }

  @Override
  public String toString() {
    return "%d features of %s by %s, rmse %.4g, %s"
        .formatted(z.cols(), origin, method, rmse, ended);
  }
}
