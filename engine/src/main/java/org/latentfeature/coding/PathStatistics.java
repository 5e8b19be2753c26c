package org.latentfeature.coding;

import java.util.List;
import org.latentfeature.linalg.Dense;

/**
 * Sums over coded rows from which every global update follows: S2 = Σ E[z c (z c)ᵀ] (K×K), S1 = Σ
 * E[z c] xᵀ (K×D), the transitions between states, the likelihood and the error. Sums of blocks of
 * rows can be added.
 *
 * <p>A missing entry counts with what the row's features say of it, E[c_A c_Aᵀ] w_A: so S1 and S2
 * are those of a complete X, and the update is a step of expectation-maximisation.
 */
public final class PathStatistics {

  private final Dense w;
  private final Dense cross;
  private final Dense moments;
  private final Dense transitions;
  private double logLikelihood;
  private double squaredError;
  private double expectedSquaredError;
  private long rows;
  private long known;

  /** No rows yet, for the dictionary {@code w} (K×D) that missing entries are filled in by. */
  public PathStatistics(Dense w) {
    this.w = w;
    cross = new Dense(w.rows(), w.cols());
    moments = new Dense(w.rows(), w.rows());
    transitions = new Dense(w.rows() + 1, w.rows() + 1);
  }

  /** Adds the row that {@code posterior} holds, whose path is number {@code at}. */
  public void add(PathPosterior posterior, Paths paths, int at) {
    add(posterior);
    PathWorth.count(paths, at, transitions);
  }

  /** Adds the row that {@code posterior} holds, with all orders of its features. */
  public void add(PathPosterior posterior, PathOrders orders) {
    add(posterior);
    orders.count(transitions);
  }

  private void add(PathPosterior posterior) {
    rows++;
    known += posterior.known();
    logLikelihood += posterior.logLikelihood();
    squaredError += posterior.squaredError();
    expectedSquaredError += posterior.expectedSquaredError();
    int n = posterior.size();
    double[] second = moments.values();
    int k = w.rows();
    for (int a = 0; a < n; a++) {
      int row = posterior.feature(a) * k;
      for (int c = 0; c < n; c++) {
        second[row + posterior.feature(c)] += posterior.secondMoment(a, c);
      }
    }
    if (posterior.complete()) {
      addComplete(posterior);
    } else {
      addKnown(posterior);
    }
  }

  /** The sums of all {@code parts}, in the first of them. */
  public static PathStatistics sum(List<PathStatistics> parts) {
    PathStatistics sum = parts.get(0);
    parts.subList(1, parts.size()).forEach(sum::add);
    return sum;
  }

  /** Adds the sums of {@code other}, over other rows with the same dictionary. */
  public void add(PathStatistics other) {
    addTo(cross, other.cross);
    addTo(moments, other.moments);
    addTo(transitions, other.transitions);
    logLikelihood += other.logLikelihood;
    squaredError += other.squaredError;
    expectedSquaredError += other.expectedSquaredError;
    rows += other.rows;
    known += other.known;
  }

  private static void addTo(Dense into, Dense more) {
    double[] sums = into.values();
    double[] values = more.values();
    for (int i = 0; i < sums.length; i++) {
      sums[i] += values[i];
    }
  }

  private void addComplete(PathPosterior posterior) {
    float[] x = posterior.row();
    double[] sums = cross.values();
    for (int a = 0; a < posterior.size(); a++) {
      int row = posterior.feature(a) * x.length;
      double mean = posterior.mean(a);
      for (int d = 0; d < x.length; d++) {
        sums[row + d] += mean * x[d];
      }
    }
  }

  private void addKnown(PathPosterior posterior) {
    float[] x = posterior.row();
    double[] sums = cross.values();
    for (int a = 0; a < posterior.size(); a++) {
      int row = posterior.feature(a) * x.length;
      for (int d = 0; d < x.length; d++) {
        if (!Float.isNaN(x[d])) {
          sums[row + d] += posterior.mean(a) * x[d];
        } else {
          for (int c = 0; c < posterior.size(); c++) {
            sums[row + d] += posterior.secondMoment(a, c) * w.get(posterior.feature(c), d);
          }
        }
      }
    }
  }

  /** S1, K×D; not a copy. */
  public Dense cross() {
    return cross;
  }

  /** S2, K×K; not a copy. */
  public Dense moments() {
    return moments;
  }

  /** Transitions from state to state, or their expectations, (K+1)×(K+1); not a copy. */
  public Dense transitions() {
    return transitions;
  }

  /** Σ ln p(x | A). */
  public double logLikelihood() {
    return logLikelihood;
  }

  /** Σ ‖x − W_Aᵀμ‖² over known entries. */
  public double squaredError() {
    return squaredError;
  }

  /** Σ E ‖x − W_Aᵀc‖² over known entries. */
  public double expectedSquaredError() {
    return expectedSquaredError;
  }

  /** Number of features that some row has. */
  public int used() {
    int used = 0;
    for (int k = 0; k < moments.rows(); k++) {
      used += moments.get(k, k) > 0 ? 1 : 0;
    }
    return used;
  }

  /** Number of rows added. */
  public long rows() {
    return rows;
  }

  /** Number of known entries of the rows added. */
  public long known() {
    return known;
  }
}
