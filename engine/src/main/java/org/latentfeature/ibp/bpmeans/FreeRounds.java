package org.latentfeature.ibp.bpmeans;

import org.latentfeature.data.Matrix;
import org.latentfeature.fit.factor.CodeRefinement;
import org.latentfeature.fit.factor.Factors;

/**
 * Descent of ‖X − Z A‖² + λ²K with K free, in rounds: codes and A in turn until nothing changes;
 * births, while the worst row has ‖R_n‖² &gt; λ²: its residual becomes a feature; features that no
 * row has go; least squares; deaths ({@link Deaths}). No step raises the objective.
 *
 * <p>Other than in the published sweep, births follow the codes, worst row first, so that rows are
 * coded independently of each other; and features die as soon as they are not worth λ².
 */
final class FreeRounds {

  /** The rounds stop when one lowers the objective by a smaller share. */
  private static final double GAIN = 1e-9;

  private final CodeRefinement refinement;
  private final RowResiduals residuals;
  private final int most;
  private final double lambda2;
  private final Deaths deaths;

  /**
   * Rounds with {@code refinement}.
   *
   * @param most maximum K
   * @param lambda2 λ², above 0
   */
  FreeRounds(CodeRefinement refinement, RowResiduals residuals, int most, double lambda2) {
    this.refinement = refinement;
    this.residuals = residuals;
    this.most = most;
    this.lambda2 = lambda2;
    deaths = new Deaths(refinement, lambda2);
  }

  /** Rounds from {@code start}, whose dictionary is the least-squares one, until none gains. */
  Factors run(Matrix x, Factors start) {
    Factors best = start;
    while (true) {
      Factors next = deaths.of(born(x, refinement.descend(best)));
      if (!(objective(next) < objective(best) * (1 - GAIN))) {
        return objective(next) < objective(best) ? next : best;
      }
      best = next;
    }
  }

  double objective(Factors factors) {
    return factors.squaredError() + lambda2 * factors.z().cols();
  }

  /** {@code coded} with features of the rows that are worth one, and without those of no row. */
  Factors born(Matrix x, Factors coded) {
    Factors used = Deaths.withoutEmpty(coded);
    if (used.z().cols() == most) {
      return used;
    }
    residuals.reset(x, used);
    GrowingFactors all = GrowingFactors.of(used);
    while (all.features() < most) {
      int worst = residuals.worst();
      if (residuals.of(worst) <= lambda2) {
        break;
      }
      RowResiduals.Taken feature = residuals.feature(worst);
      residuals.take(feature);
      all.add(feature);
    }
    return all.features() == used.z().cols() ? used : refinement.fit(all.z());
  }
}
