package org.latentfeature.lasso.variant;

import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.PivotedCholesky;

/**
 * The column w of W that minimises
 *
 * <pre>  wᵀGw − 2cᵀw + 2λ Σ_k |w_k|,   w ≥ 0 if it must be,</pre>
 *
 * where G = Zᵀ diag(m) Z and c = Zᵀ(m ∘ x). An entry beyond the K features is the intercept's: it
 * is free and costs nothing. Unconstrained and for λ = 0 these are the normal equations; otherwise
 * coordinate descent solves them, which converges since the problem is convex.
 */
final class ColumnSolver {

  /** Pivots of G below this share of its largest diagonal entry are linear dependences. */
  private static final double DEPENDENT = 1e-9;

  private static final int MAX_CYCLES = 2000;

  /** It ends once no entry moves by more than this share of the largest. */
  private static final double TOLERANCE = 1e-10;

  private final boolean nonnegative;
  private final int features;

  ColumnSolver(boolean nonnegative, int features) {
    this.nonnegative = nonnegative;
    this.features = features;
  }

  /**
   * Columns of W that share G, which is factored once.
   *
   * @param gram G
   * @param cross a column c for each of W
   * @param thresholds λ of each
   */
  Dense solve(Dense gram, Dense cross, double[] thresholds) {
    Dense w = PivotedCholesky.of(gram, DEPENDENT).solve(cross);
    double[] column = new double[w.rows()];
    for (int j = 0; j < w.cols(); j++) {
      if (nonnegative || thresholds[j] > 0) {
        for (int k = 0; k < column.length; k++) {
          column[k] = clipped(k, w.get(k, j), 0);
        }
        descend(gram, cross, j, thresholds[j], column);
        for (int k = 0; k < column.length; k++) {
          w.set(k, j, column[k]);
        }
      }
    }
    return w;
  }

  private void descend(Dense gram, Dense cross, int j, double threshold, double[] w) {
    for (int cycle = 0; cycle < MAX_CYCLES; cycle++) {
      double moved = 0;
      double largest = 0;
      for (int k = 0; k < w.length; k++) {
        double g = gram.get(k, k);
        if (g <= 0) {
          w[k] = 0;
          continue;
        }
        double rest = cross.get(k, j) + g * w[k];
        for (int i = 0; i < w.length; i++) {
          rest -= gram.get(k, i) * w[i];
        }
        double next = clipped(k, rest / g, threshold / g);
        moved = Math.max(moved, Math.abs(next - w[k]));
        largest = Math.max(largest, Math.abs(next));
        w[k] = next;
      }
      if (moved <= TOLERANCE * largest) {
        return;
      }
    }
  }

  /** The nearest permitted value after a soft threshold. */
  private double clipped(int k, double value, double threshold) {
    if (k >= features) {
      return value;
    }
    double soft = Math.signum(value) * Math.max(0, Math.abs(value) - threshold);
    return nonnegative ? Math.max(0, soft) : soft;
  }
}
