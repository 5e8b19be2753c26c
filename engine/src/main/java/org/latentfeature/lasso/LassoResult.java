package org.latentfeature.lasso;

import java.util.List;
import java.util.Map;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.fit.Ending;
import org.latentfeature.fit.FitEvent;
import org.latentfeature.fit.UnfinishedFitException;
import org.latentfeature.linalg.Dense;

/**
 * A factorisation X ≈ Z W.
 *
 * @param z incidence, N×K
 * @param w dictionary, K×D
 * @param rmse ‖X − Z W‖ / √(ND)
 * @param method that found it: {@code columns}, {@code cumulants}, {@code lasso} or {@code path}
 * @param mu the penalty of its convex fit; NaN if there was none
 * @param verified the verified columns
 * @param ended why the fit ended: {@code converged}, {@code time limit}, {@code stopped}, {@code
 *     interrupted}, {@code step limit} or, in an {@link UnfinishedFitException}, {@code failed}
 * @param trace one event for each greedy step
 * @param seconds wall-clock time by phase
 */
public record LassoResult(
    BinaryMatrix z,
    Dense w,
    double rmse,
    String method,
    double mu,
    Verified verified,
    Ending ended,
    List<FitEvent> trace,
    Map<String, Double> seconds) {}
