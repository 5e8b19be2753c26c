package org.latentfeature.lasso;

import java.util.Arrays;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;

/**
 * Block coordinate descent on the rows of V in the group-lasso form: v_k ← (1 − μN/‖r_k‖)₊
 * r_k/H_kk, r_k = (ZᵀX)_k − Σ_{j≠k} H_kj v_j. Rows are stored as combinations of those of B = ZᵀX,
 * V = CB, so updates do not depend on D: ‖r_k‖² = tᵀPt (docs/lasso.md, equation (14)).
 */
final class BlockDescent implements CorrectiveStep {

  private static final int MAX_PASSES = 20_000;

  @Override
  public double[] solve(AtomWeights problem, double[] start, double tolerance, StopSignal stop) {
    int m = start.length;
    Dense coefficients = problem.at(start).coefficients();
    double threshold = Math.sqrt(2 * problem.omega() * problem.rows());
    double[] c = start.clone();
    double[] t = new double[m];
    double[] pt = new double[m];
    for (int pass = 0; pass < MAX_PASSES && !stop.isSet(); pass++) {
      double largestChange = 0;
      double largest = 0;
      for (int k = 0; k < m && !stop.isSet(); k++) {
        double before = c[k];
        c[k] = update(problem, coefficients, k, t, pt, threshold) / threshold;
        largestChange = Math.max(largestChange, Math.abs(c[k] - before));
        largest = Math.max(largest, c[k]);
      }
      if (largestChange <= tolerance * 1e-2 * largest) {
        break;
      }
    }
    return c;
  }

  /** Updates row k and returns its norm ‖v_k‖. */
  private static double update(
      AtomWeights problem, Dense coefficients, int k, double[] t, double[] pt, double threshold) {
    int m = t.length;
    double[] v = coefficients.values();
    double[] h = problem.gram().values();
    double[] p = problem.crossGram().values();
    Arrays.fill(t, 0);
    t[k] = 1;
    for (int j = 0; j < m; j++) {
      double weight = h[k * m + j];
      if (j != k && weight != 0) {
        for (int i = 0; i < m; i++) {
          t[i] -= weight * v[j * m + i];
        }
      }
    }
    double squared = 0;
    for (int i = 0; i < m; i++) {
      double sum = 0;
      for (int j = 0; j < m; j++) {
        sum += p[i * m + j] * t[j];
      }
      pt[i] = sum;
      squared += t[i] * sum;
    }
    double norm = Math.sqrt(Math.max(0, squared));
    double scale = norm > threshold ? (1 - threshold / norm) / h[k * m + k] : 0;
    for (int i = 0; i < m; i++) {
      v[k * m + i] = scale * t[i];
    }
    return scale * norm;
  }
}
