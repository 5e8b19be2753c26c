package org.latentfeature.lasso;

/** Minimises the convex objective over the weights of the present atoms. */
public interface CorrectiveStep {

  /**
   * Weights c >= 0 of lower or equal objective than {@code start}.
   *
   * @param tolerance largest violation of optimality left, relative to ω
   */
  double[] solve(AtomWeights problem, double[] start, double tolerance);

  /** The solver that {@code kind} names. */
  static CorrectiveStep of(Corrective kind) {
    return switch (kind) {
      case NEWTON -> new ProjectedNewton();
      case BCD -> new BlockDescent();
      case PROXIMAL -> new ProximalGradient();
    };
  }
}
