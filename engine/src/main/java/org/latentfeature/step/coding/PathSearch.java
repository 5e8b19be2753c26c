package org.latentfeature.step.coding;

import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.MissingEntries;
import org.latentfeature.step.coding.PathObjective.Gain;

/**
 * The greedy search of one row's path in double precision, by a Cholesky factorisation that grows
 * with the path: each feature costs one pass over the K gains and one over as many earlier rows of
 * the factor. Has scratch memory: use it from one thread.
 */
public final class PathSearch {

  private final PathObjective objective;
  private final Dense gram;
  private final MissingEntries missing;
  private final int k;

  /** r_j = b_j − v_jᵀy. */
  private final double[] rest;

  /** d_j = λs² + ‖w_j‖² − ‖v_j‖². */
  private final double[] pivot;

  /** e_j = λs² + ‖w_j‖². */
  private final double[] first;

  /** Row n holds entry n of every v_j. */
  private final double[][] factor;

  private final boolean[] visited;

  /**
   * A search by {@code objective}.
   *
   * @param gram W Wᵀ, K×K
   * @param missing the missing entries of the rows
   */
  public PathSearch(PathObjective objective, Dense gram, MissingEntries missing) {
    this.objective = objective;
    this.gram = gram;
    this.missing = missing;
    k = objective.features();
    rest = new double[k];
    pivot = new double[k];
    first = new double[k];
    factor = new double[Math.min(objective.longest(), k)][k];
    visited = new boolean[k];
  }

  /**
   * Finds a path.
   *
   * @param row number of the row, for its missing entries
   * @param b W x over the row's known entries, length K
   * @param into receives the path, which must be empty there
   * @param at its place there
   */
  public void search(int row, double[] b, Paths into, int at) {
    System.arraycopy(b, 0, rest, 0, k);
    for (int j = 0; j < k; j++) {
      first[j] = objective.ridge() + gram(row, j, j);
      pivot[j] = first[j];
      visited[j] = false;
    }
    int state = 0;
    for (int n = 0; n < factor.length; n++) {
      int best = -1;
      double most = 0;
      for (int j = 0; j < k; j++) {
        double gain = visited[j] ? 0 : gain(j) + objective.transitions().get(state, j);
        if (gain > most) {
          most = gain;
          best = j;
        }
      }
      if (best < 0) {
        return;
      }
      into.append(at, best);
      visited[best] = true;
      state = best + 1;
      extend(row, best, n);
    }
  }

  private double gain(int j) {
    double twice = 2 * objective.variance();
    if (objective.gain() == Gain.MARGINAL) {
      return rest[j] * rest[j] / (twice * pivot[j]) - 0.5 * Math.log(pivot[j] / objective.ridge());
    }
    double e = first[j];
    return rest[j] * rest[j] / (twice * e)
        + (e - pivot[j]) / (2 * e)
        - 0.5 * Math.log(e / objective.ridge());
  }

  /** Takes feature {@code j} into the factorisation as its row {@code n}. */
  private void extend(int row, int j, int n) {
    double root = Math.sqrt(pivot[j]);
    double y = rest[j] / root;
    for (int m = 0; m < k; m++) {
      double sum = gram(row, j, m);
      for (int p = 0; p < n; p++) {
        sum -= factor[p][j] * factor[p][m];
      }
      double v = sum / root;
      factor[n][m] = v;
      rest[m] -= v * y;
      // Rounding must not take a pivot below what it is without any noise.
      pivot[m] = Math.max(objective.ridge(), pivot[m] - v * v);
    }
  }

  /** w_jᵀw_m over the row's known entries. */
  private double gram(int row, int j, int m) {
    double sum = gram.get(j, m);
    Dense w = objective.w();
    for (int at = missing.from(row); at < missing.to(row); at++) {
      int column = missing.column(at);
      sum -= w.get(j, column) * w.get(m, column);
    }
    return sum;
  }
}
