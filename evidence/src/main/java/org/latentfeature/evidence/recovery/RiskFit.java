package org.latentfeature.evidence.recovery;

import java.util.Optional;
import java.util.stream.IntStream;
import org.latentfeature.backend.Backend;
import org.latentfeature.data.DenseProblem;
import org.latentfeature.data.Rows;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.evidence.Measured;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.factor.Risk;
import org.latentfeature.lasso.LassoModel;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LassoOptions.Corrective;
import org.latentfeature.lasso.LassoResult;
import org.latentfeature.lasso.LatentFeatureLasso;
import org.latentfeature.lasso.Penalty;

/**
 * The risk, on rows that were not fitted, of a convex fit after T greedy steps: of its solution, of
 * the K features that it is rounded to, and of the true dictionary (Theorem 3 of Yen et al. 2017).
 *
 * @param setting what was asked
 * @param atoms number of atoms of the solution, at most T
 * @param relaxed risk of the solution, all atoms with Ŵ = diag(√c) W
 * @param training risk of the solution on the rows that were fitted
 * @param rounded risk of the K largest atoms with W by least squares
 * @param truth risk of the true dictionary
 * @param proven number of held-out rows whose code by the solution's atoms is proven to be the best
 * @param seconds of the fit, by the clock on the wall
 */
public record RiskFit(
    Setting setting,
    int atoms,
    double relaxed,
    double training,
    double rounded,
    double truth,
    long proven,
    double seconds)
    implements Measured<RiskFit.Setting> {

  /**
   * A problem of {@code lfm generate dense} and how long it is fitted.
   *
   * @param rows N, the rows that are fitted
   * @param columns D
   * @param features K
   * @param sigma standard deviation of the noise
   * @param seed of the problem and the fit
   * @param steps T, greedy steps of one atom each
   * @param penalty share of the penalty that keeps every atom out
   * @param heldOut number of rows that the risk is the mean over
   * @param backend name of the backend
   */
  public record Setting(
      int rows,
      int columns,
      int features,
      double sigma,
      long seed,
      int steps,
      double penalty,
      int heldOut,
      String backend) {

    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException beginning with the name of the first that cannot be
     */
    public Setting {
      DenseProblem.requireRanges(rows, columns, features, sigma);
      if (steps < 1) {
        throw new IllegalArgumentException("steps is " + steps + "; it must be at least 1");
      }
      if (!(penalty > 0 && penalty <= LARGEST)) {
        throw new IllegalArgumentException(
            "penalty is " + penalty + "; it must be above 0, and at most " + LARGEST);
      }
      if (heldOut < 1 || heldOut > MOST_HELD_OUT) {
        throw new IllegalArgumentException(
            "held-out is %,d; it must be 1 to %,d".formatted(heldOut, MOST_HELD_OUT));
      }
    }
  }

  /** Above this share of it the largest atom may stay out, if the search finds a smaller one. */
  private static final double LARGEST = .5;

  private static final int MOST_HELD_OUT = 1_000_000;

  /**
   * Draws the problem, fits its first N rows on {@code backend} and measures the risks on the rest.
   *
   * @param listener receives every step of the fit, and may stop it
   * @return nothing if the fit was stopped
   */
  public static Optional<RiskFit> run(Backend backend, Setting setting, FitListener listener) {
    int n = setting.rows();
    SyntheticProblem problem =
        SyntheticProblem.dense(
            Math.addExact(n, setting.heldOut()),
            setting.columns(),
            setting.features(),
            setting.sigma(),
            setting.seed());
    // The fit ends before the step after T.
    LassoOptions options =
        LassoOptions.paper(setting.features())
            .withCorrective(Corrective.NEWTON)
            .withPenalty(new Penalty.Relative(setting.penalty()))
            .withMaxSteps(Math.addExact(setting.steps(), 1))
            .withSeed(setting.seed());
    Rows fitted = problem.x().selectRows(IntStream.range(0, n).toArray());
    Rows rest = problem.x().selectRows(IntStream.range(n, problem.x().rows()).toArray());
    try (LoadedData loaded = new LoadedData(backend, fitted)) {
      long start = System.nanoTime();
      LassoResult result = new LatentFeatureLasso(backend, options).fit(loaded, listener);
      double seconds = (System.nanoTime() - start) / 1e9;
      if (result.ended().isGivenUp()) {
        return Optional.empty();
      }
      LassoResult relaxed = result.relaxed().orElseThrow();
      LassoModel model = relaxed.toModel();
      Risk risk = Risk.of(backend, rest, model, setting.seed());
      return Optional.of(
          new RiskFit(
              setting,
              relaxed.z().cols(),
              risk.value(),
              Risk.of(backend, fitted, model, setting.seed()).value(),
              Risk.of(backend, rest, result.w(), setting.seed()).value(),
              Risk.of(backend, rest, problem.w(), setting.seed()).value(),
              risk.proven(),
              seconds));
    }
  }

  /** Returns the risk of the solution less that of the true dictionary. */
  public double relaxedExcess() {
    return relaxed - truth;
  }

  /** Returns the risk of the solution less that on the rows that were fitted. */
  public double gap() {
    return relaxed - training;
  }

  /** Returns the risk of the K rounded features less that of the true dictionary. */
  public double roundedExcess() {
    return rounded - truth;
  }
}
