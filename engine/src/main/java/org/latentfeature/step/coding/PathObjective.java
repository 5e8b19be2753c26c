package org.latentfeature.step.coding;

import org.latentfeature.base.linalg.Dense;

/**
 * The score of a path, ln p(x | A) + Σ E[l, m] over its transitions l → m from the null state back
 * to it, with A its set of features and x | A ~ N(0, s² I + W_AᵀW_A / λ): coefficients are
 * integrated out. W has one row per feature. Treat as immutable: the matrices are not copied.
 *
 * <p>Let P = λs² I + W_A W_Aᵀ = L Lᵀ, b = W x, y = L⁻¹ b_A, v_j = L⁻¹ W_A w_j. Appending feature j
 * to a path in state l gains ξ_j = Δ_j + {@code transitions}[l, j], with d_j = λs² + ‖w_j‖² −
 * ‖v_j‖² and r_j = b_j − v_jᵀy, by {@link Gain} (docs/markov.md, section 2).
 *
 * @param w dictionary W, K×D
 * @param transitions (K+1)×K: row l is the current state of the path (0 is null, j + 1 is feature
 *     j), entry (l, j) = E[l, j+1] + E[j+1, 0] − E[l, 0]
 * @param variance s², the variance of the noise, above 0
 * @param ridge λs², the precision of the coefficients times s², above 0
 * @param gain kind of gain
 * @param longest maximum features of a path, 1 … {@link Paths#LONGEST}
 * @param shortest minimum features of a path, 0 or 1: with 1, all transitions from the null state
 *     are raised by one amount, if need be, by which the best first feature gains more than 0
 */
public record PathObjective(
    Dense w,
    Dense transitions,
    double variance,
    double ridge,
    Gain gain,
    int longest,
    int shortest) {

  /** Gain of the best first feature of a path that must have one, in nats, at the least. */
  private static final double LEAST_GAIN = 1e-2;

  /** Kinds of Δ_j, the gain in likelihood of an appended feature. */
  public enum Gain {
    /** The change of ln p(x | A): r_j² / (2 s² d_j) − ½ ln(d_j / λs²). */
    MARGINAL,

    /**
     * The gain of the paper's section 4.1, with the coefficients of A fixed and only the new one
     * integrated: r_j² / (2 s² e_j) + ‖v_j‖² / (2 e_j) − ½ ln(e_j / λs²), e_j = λs² + ‖w_j‖². Never
     * above the other, and equal to it on an empty path.
     */
    PAPER
  }

  /**
   * Checks shapes and ranges.
   *
   * @throws IllegalArgumentException naming what does not fit
   */
  public PathObjective {
    if (w.rows() < 1 || transitions.rows() != w.rows() + 1 || transitions.cols() != w.rows()) {
      throw new IllegalArgumentException(
          "transitions of %d×%d do not fit a dictionary of %d features"
              .formatted(transitions.rows(), transitions.cols(), w.rows()));
    }
    requirePositive(variance, ridge);
    if (longest < 1 || longest > Paths.LONGEST) {
      throw new IllegalArgumentException(
          "longest is %d; it must be 1 … %d".formatted(longest, Paths.LONGEST));
    }
    if (shortest < 0 || shortest > 1) {
      throw new IllegalArgumentException("shortest is " + shortest + "; it must be 0 or 1");
    }
    if (shortest == 1) {
      transitions = raised(w, transitions, ridge);
    }
  }

  /** An objective by which a path may have no feature. */
  public PathObjective(
      Dense w, Dense transitions, double variance, double ridge, Gain gain, int longest) {
    this(w, transitions, variance, ridge, gain, longest, 0);
  }

  /**
   * Returns this objective with the transitions E multiplied by {@code share}. A greedy search that
   * trusts transitions less finds features that it otherwise reaches only by way of other features.
   *
   * @param share 0 to 1
   */
  public PathObjective trusting(double share) {
    Dense softer = transitions.copy();
    double[] values = softer.values();
    for (int i = 0; i < values.length; i++) {
      values[i] *= share;
    }
    return new PathObjective(w, softer, variance, ridge, gain, longest, shortest);
  }

  /**
   * The transitions by which a first feature gains at least {@link #LEAST_GAIN}, the one that lacks
   * least of it: Δ_j is at least −½ ln(e_j / λs²), whatever the row, and more where entries of it
   * are missing. To raise more would cost digits where an unused feature lacks a great deal.
   */
  private static Dense raised(Dense w, Dense transitions, double ridge) {
    double missing = Double.POSITIVE_INFINITY;
    for (int j = 0; j < w.rows(); j++) {
      double e = ridge;
      for (int d = 0; d < w.cols(); d++) {
        e += w.get(j, d) * w.get(j, d);
      }
      missing = Math.min(missing, LEAST_GAIN + 0.5 * Math.log(e / ridge) - transitions.get(0, j));
    }
    missing = Math.max(0, missing);
    Dense raised = transitions.copy();
    for (int j = 0; j < w.rows(); j++) {
      raised.set(0, j, raised.get(0, j) + missing);
    }
    return raised;
  }

  static void requirePositive(double variance, double ridge) {
    if (!(variance > 0 && ridge > 0) || !Double.isFinite(variance) || !Double.isFinite(ridge)) {
      throw new IllegalArgumentException(
          "variance %s and ridge %s must be above 0 and finite".formatted(variance, ridge));
    }
  }

  /** Number of features, K. */
  public int features() {
    return w.rows();
  }
}
