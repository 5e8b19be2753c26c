package org.latentfeature.backend.contract;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.latentfeature.base.linalg.Cholesky;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.coding.PathObjective;
import org.latentfeature.step.coding.PathObjective.Gain;
import org.latentfeature.step.coding.Paths;

/**
 * Walks along a path of one row, each gain computed from nothing but its definition: a fresh D×D
 * covariance and its factor for the marginal one, a fresh posterior of the coefficients for the
 * literal one.
 */
final class GreedyReplay {

  private final PathObjective objective;

  /** The row's known entries. */
  private final double[] x;

  /** The dictionary's columns there. */
  private final Dense w;

  GreedyReplay(PathObjective objective, Matrix data, int row) {
    this.objective = objective;
    List<Integer> known = new ArrayList<>();
    for (int j = 0; j < data.cols(); j++) {
      if (!Float.isNaN(data.get(row, j))) {
        known.add(j);
      }
    }
    x = known.stream().mapToDouble(j -> data.get(row, j)).toArray();
    w = new Dense(objective.features(), x.length);
    for (int k = 0; k < w.rows(); k++) {
      for (int j = 0; j < x.length; j++) {
        w.set(k, j, objective.w().get(k, known.get(j)));
      }
    }
  }

  /** Asserts that each step of path {@code at} is within {@code tolerance} of the best. */
  void check(Paths paths, int at, double tolerance) {
    List<Integer> path = new ArrayList<>();
    for (int step = 0; step <= paths.length(at); step++) {
      double[] gains = gains(path);
      double best = 0;
      double size = 1;
      for (double gain : gains) {
        best = Math.max(best, gain);
        size = Math.max(size, Math.abs(gain));
      }
      if (step == paths.length(at)) {
        boolean full = step == Math.min(objective.longest(), gains.length);
        assertTrue(full || best <= tolerance * size, "row " + at + " stops before " + best);
      } else {
        int taken = paths.feature(at, step);
        assertTrue(
            gains[taken] >= best - tolerance * size,
            "row " + at + ", step " + step + " gains " + gains[taken] + " where " + best + " was");
        path.add(taken);
      }
    }
  }

  /** ξ_j of every feature; 0 of those in the path. */
  double[] gains(List<Integer> path) {
    int state = path.isEmpty() ? 0 : path.get(path.size() - 1) + 1;
    double present = marginal(path);
    double[] gains = new double[w.rows()];
    for (int j = 0; j < gains.length; j++) {
      if (!path.contains(j)) {
        List<Integer> longer = new ArrayList<>(path);
        longer.add(j);
        double likelihood =
            objective.gain() == Gain.MARGINAL ? marginal(longer) - present : literal(path, j);
        gains[j] = likelihood + objective.transitions().get(state, j);
      }
    }
    return gains;
  }

  /** ln N(x; 0, s² I + W_AᵀW_A / λ) but for a constant. */
  private double marginal(List<Integer> path) {
    double lambda = objective.ridge() / objective.variance();
    int d = x.length;
    Dense covariance = new Dense(d, d);
    for (int i = 0; i < d; i++) {
      for (int j = 0; j <= i; j++) {
        double sum = i == j ? objective.variance() : 0;
        for (int k : path) {
          sum += w.get(k, i) * w.get(k, j) / lambda;
        }
        covariance.set(i, j, sum);
      }
    }
    Cholesky factor = Cholesky.of(covariance);
    Dense white = factor.solveLower(Dense.wrap(d, 1, x.clone()));
    double value = -white.squaredNorm() / 2;
    for (int i = 0; i < d; i++) {
      value -= Math.log(factor.lower().get(i, i));
    }
    return value;
  }

  /** Section 4.1: E[ln ∫ p(x | c_A, c_j) p(c_j) dc_j] − E[ln p(x | c_A)] over q(c_A). */
  private double literal(List<Integer> path, int j) {
    double lambda = objective.ridge() / objective.variance();
    int n = path.size();
    Dense precision = new Dense(n, n);
    Dense mean = new Dense(n, 1);
    Dense cross = new Dense(n, 1);
    for (int a = 0; a < n; a++) {
      mean.set(a, 0, dot(path.get(a), x) / objective.variance());
      cross.set(a, 0, w.rowDot(path.get(a), w, j));
      for (int b = 0; b < n; b++) {
        double gram = w.rowDot(path.get(a), w, path.get(b)) / objective.variance();
        precision.set(a, b, gram + (a == b ? lambda : 0));
      }
    }
    double rest = dot(j, x);
    double spread = 0;
    if (n > 0) {
      Cholesky factor = Cholesky.of(precision);
      factor.solve(mean);
      for (int a = 0; a < n; a++) {
        rest -= cross.get(a, 0) * mean.get(a, 0);
      }
      spread = factor.solveLower(cross.copy()).squaredNorm();
    }
    double e = objective.ridge() + w.rowDot(j, w, j);
    return (rest * rest + spread) / (2 * objective.variance() * e)
        - 0.5 * Math.log(e / objective.ridge());
  }

  private double dot(int k, double[] v) {
    double sum = 0;
    for (int i = 0; i < v.length; i++) {
      sum += w.get(k, i) * v[i];
    }
    return sum;
  }
}
