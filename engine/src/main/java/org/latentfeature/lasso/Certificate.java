package org.latentfeature.lasso;

/**
 * A proven bound on how much better any factorisation can be, from the dual of the convex fit. At
 * penalty μ the objective of a factorisation is its least F(V) = 1/(2N)‖X − Z V‖² + μ Σ_k ‖v_k‖
 * over V. Every A with max_z ‖Aᵀz‖ ≤ μN gives ⟨A, X⟩/N − ‖A‖²/(2N), a lower bound of the objective
 * of every Z, with any number of columns (docs/lasso.md, section 9).
 *
 * @param mu μ
 * @param objective of the factorisation's Z
 * @param convexObjective of the convex fit at the same μ, which may use any columns
 * @param atoms columns of the convex fit
 * @param lowerBound on the objective of every Z
 * @param atomBound proven bound of max_z ‖Aᵀz‖ for the convex fit's residual A, as a multiple of
 *     μN; at most 1 if the convex fit is optimal and the relaxation tight
 * @param bestAtom the largest ‖Aᵀz‖ that was found, as a multiple of μN
 * @param failure probability, over one random vector, that the bound is wrong; 0 if it is proven by
 *     a Cholesky factorisation
 */
public record Certificate(
    double mu,
    double objective,
    double convexObjective,
    int atoms,
    double lowerBound,
    double atomBound,
    double bestAtom,
    double failure) {

  /** The optimality gap of the factorisation: 1 − bound/objective. */
  public double gap() {
    return gap(objective);
  }

  /** The optimality gap of the convex fit: 1 − bound/objective. */
  public double convexGap() {
    return gap(convexObjective);
  }

  @Override
  public String toString() {
    return "objective %.5g, lower bound %.5g, optimality gap %.3g %%"
        .formatted(objective, lowerBound, 100 * gap());
  }

  private double gap(double value) {
    return value == 0 ? 0 : Math.max(0, 1 - lowerBound / value);
  }
}
