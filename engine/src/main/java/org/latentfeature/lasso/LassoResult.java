package org.latentfeature.lasso;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.fit.Ending;
import org.latentfeature.fit.FitEvent;
import org.latentfeature.fit.FitOrigin;
import org.latentfeature.fit.UnfinishedFitException;
import org.latentfeature.fit.estimator.Provenance;
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
 * @param relaxation makes the {@linkplain #relaxed relaxed result}; null if there is none
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
    FitOrigin<LassoOptions> origin,
    @Nullable Supplier<LassoResult> relaxation) {

  /** Name of the figure of the convex objective F of a relaxed result. */
  public static final String OBJECTIVE = "objective";

  /** A result without a relaxed one. */
  public LassoResult(
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
    this(
        z,
        w,
        terms,
        rmse,
        undetermined,
        method,
        mu,
        verified,
        figures,
        ended,
        trace,
        seconds,
        origin,
        null);
  }

  /**
   * The solution of the convex fit that was rounded to this result, with all its T atoms: the
   * estimator of Theorem 3 of Yen et al. 2017. Its Z (N×T) has the atoms z_k, in the order in which
   * they entered, and its W (T×D) is Ŵ = diag(√c) W in the units of X, so that X ≈ Z Ŵ; the atoms
   * have the weights c_k = ‖ŵ_k‖/(μN), the paper's divided by Nτ (docs/lasso.md, equation (3)). The
   * figure {@value #OBJECTIVE} is F = ‖X − Z Ŵ‖²/(2N) + μ Σ ‖ŵ_k‖. Of several penalties it is the
   * one whose K largest atoms explain X best.
   *
   * <p>Reads X twice; X must still be as it was fitted, and not sparse.
   *
   * @return nothing unless the method is {@link Method#LASSO} or {@link Method#PAPER} on plain
   *     least squares, and an atom entered
   */
  public Optional<LassoResult> relaxed() {
    return Optional.ofNullable(relaxation).map(Supplier::get);
  }

  /** Returns this result as that of a fit of which it is a part. */
  LassoResult of(
      FitOrigin<LassoOptions> from, Ending whole, List<FitEvent> steps, Map<String, Double> times) {
    return new LassoResult(
        z,
        w,
        terms,
        rmse,
        undetermined,
        method,
        mu,
        verified,
        figures,
        whole,
        steps,
        times,
        from,
        relaxation);
  }

  /**
   * The model, to be saved and applied, of data that came from no file. Reads X once, for its
   * fingerprint; X must still be as it was fitted.
   */
  public LassoModel toModel() {
    return LassoModel.of(this, origin.options(), Provenance.of(origin));
  }

  @Override
  public String toString() {
    return "%d features of %s by %s, rmse %.4g, %s"
        .formatted(z.cols(), origin, method, rmse, ended);
  }
}
