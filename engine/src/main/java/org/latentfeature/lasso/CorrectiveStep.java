package org.latentfeature.lasso;

import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.lasso.LassoOptions.Corrective;

/** Minimises the convex objective over the weights of the current atoms. */
interface CorrectiveStep {

  /**
   * Weights c >= 0 of lower or equal objective than {@code start}.
   *
   * @param tolerance maximum violation of optimality, relative to ω
   * @param stop once it is set, the weights so far are returned
   */
  double[] solve(AtomWeights problem, double[] start, double tolerance, StopSignal stop);

  /** The solver that {@code kind} names. */
  static CorrectiveStep of(Corrective kind) {
    return switch (kind) {
      case NEWTON -> new ProjectedNewton();
      case BCD -> new BlockDescent();
      case PROXIMAL -> new ProximalGradient();
    };
  }
}
