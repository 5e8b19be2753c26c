package org.latentfeature.step.coding;

import org.latentfeature.base.linalg.Dense;

/**
 * Sums over coded rows, the input of every global update: S2 = Σ E[z c (z c)ᵀ] (K×K), S1 = Σ E[z c]
 * xᵀ (K×D), the transitions between states, the likelihood and the error. Sums of blocks of rows
 * can be added.
 *
 * <p>A missing entry counts with its expectation given the row's features, E[c_A c_Aᵀ] w_A: so S1
 * and S2 are those of a complete X, and the update is a step of expectation-maximisation.
 */
public final class PathStatistics {

  private final Dense cross;
  private final Dense moments;
  private final Dense transitions;
  private long rows;
  private long known;
  private double worth;
  private double logLikelihood;
  private double squaredError;
  private double expectedSquaredError;

  /**
   * Scalar sums over rows.
   *
   * @param rows number of rows
   * @param known number of their known entries
   * @param worth Σ ln p(x | A) plus the score of the transitions ({@link PathModel})
   * @param logLikelihood Σ ln p(x | A)
   * @param squaredError Σ ‖x − W_Aᵀμ‖² over known entries
   * @param expectedSquaredError Σ E ‖x − W_Aᵀc‖² over known entries
   */
  public record Totals(
      long rows,
      long known,
      double worth,
      double logLikelihood,
      double squaredError,
      double expectedSquaredError) {}

  /** No rows yet, for {@code features} features of {@code cols} entries. */
  public PathStatistics(int features, int cols) {
    this(
        new Dense(features, cols),
        new Dense(features, features),
        new Dense(features + 1, features + 1),
        new Totals(0, 0, 0, 0, 0, 0));
  }

  /**
   * Sums computed by a device; not copied.
   *
   * @param cross S1, K×D
   * @param moments S2, K×K
   * @param transitions (K+1)×(K+1)
   */
  public PathStatistics(Dense cross, Dense moments, Dense transitions, Totals totals) {
    this.cross = cross;
    this.moments = moments;
    this.transitions = transitions;
    rows = totals.rows;
    known = totals.known;
    worth = totals.worth;
    logLikelihood = totals.logLikelihood;
    squaredError = totals.squaredError;
    expectedSquaredError = totals.expectedSquaredError;
  }

  /**
   * Adds the row of {@code posterior}, without its transitions, which the caller adds to {@link
   * #transitions()}.
   *
   * @param posterior of the row
   * @param pathWorth score of its path
   */
  public void add(PathPosterior posterior, double pathWorth) {
    rows++;
    known += posterior.known();
    worth += pathWorth;
    logLikelihood += posterior.logLikelihood();
    squaredError += posterior.squaredError();
    expectedSquaredError += posterior.expectedSquaredError();
    int n = posterior.size();
    double[] second = moments.values();
    int k = moments.cols();
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

  /** Adds the sums of {@code other}, over other rows by the same model. */
  public void add(PathStatistics other) {
    addTo(cross, other.cross);
    addTo(moments, other.moments);
    addTo(transitions, other.transitions);
    rows += other.rows;
    known += other.known;
    worth += other.worth;
    logLikelihood += other.logLikelihood;
    squaredError += other.squaredError;
    expectedSquaredError += other.expectedSquaredError;
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
    Dense w = posterior.w();
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

  /** Σ ln p(x | A) plus the score of the transitions ({@link PathModel}). */
  public double worth() {
    return worth;
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
