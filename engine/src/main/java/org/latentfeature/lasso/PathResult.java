package org.latentfeature.lasso;

import java.util.List;
import java.util.Map;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.fit.Ending;
import org.latentfeature.fit.FitEvent;
import org.latentfeature.fit.FitOrigin;
import org.latentfeature.fit.factor.ColumnTerms;

/**
 * A factorisation for each K = 1 … Kmax.
 *
 * @param points in order of K; fewer than Kmax only if the run was stopped or X is exhausted
 * @param ended why the run ended, as in {@link LassoResult#ended}
 * @param trace one event for each greedy step of the convex fit, and for each K
 * @param origin the fitted data, the backend and the options
 */
public record PathResult(
    List<Point> points, Ending ended, List<FitEvent> trace, FitOrigin<LassoOptions> origin) {

  /**
   * The factorisation of {@code point}, one of these, as the result of a fit, so that it can be
   * made a model.
   */
  public LassoResult at(Point point) {
    return new LassoResult(
        point.z(),
        point.w(),
        ColumnTerms.NONE,
        point.rmse(),
        0,
        LassoStages.PATH,
        Double.NaN,
        Verified.NONE,
        Map.of(),
        ended,
        trace,
        Map.of("total", point.seconds()),
        origin);
  }

  @Override
  public String toString() {
    return "%d factorisations of %s, %s".formatted(points.size(), origin, ended);
  }

  /**
   * The best factorisation found with K features.
   *
   * @param k K
   * @param z incidence, N×K
   * @param w dictionary, K×D
   * @param rmse ‖X − Z W‖ / √(ND)
   * @param svdBound the rank-K singular value decomposition's rmse, a lower bound for any Z, W; NaN
   *     if min(N, D) is above 8192, or the run ended before it was computed
   * @param seconds wall-clock time from the start until this K was finished
   */
  public record Point(
      int k, BinaryMatrix z, Dense w, double rmse, double svdBound, double seconds) {

    @Override
    public String toString() {
      return "K = %d, rmse %.4g".formatted(k, rmse);
    }
  }
}
