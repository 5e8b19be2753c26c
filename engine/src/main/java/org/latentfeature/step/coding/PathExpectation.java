package org.latentfeature.step.coding;

import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.step.coding.PathModel.Orders;

/**
 * The score, coefficients and transitions of a row's path under a model, and the better of two
 * paths, in double precision. Keeps the last row: use it from one thread.
 */
public final class PathExpectation {

  private final PathModel model;
  private final Dense gram;
  private Candidate best;
  private Candidate other;

  /** One path of the row. */
  private final class Candidate {
    private final PathPosterior posterior;
    private final @Nullable PathOrders orders;
    private Paths paths = new Paths(1, 1);
    private int at;
    private double worth;

    Candidate(PathPosterior posterior, @Nullable PathOrders orders) {
      this.posterior = posterior;
      this.orders = orders;
    }

    void take(float[] row, Paths from, int i) {
      paths = from;
      at = i;
      posterior.take(row, from, i);
      worth =
          posterior.logLikelihood()
              + (orders == null
                  ? PathWorth.of(model.expectations(), from, i)
                  : orders.take(from, i));
    }

    void addTo(PathStatistics sums) {
      sums.add(posterior, worth);
      if (orders == null) {
        PathWorth.count(paths, at, sums.transitions());
      } else {
        orders.count(sums.transitions());
      }
    }
  }

  /**
   * Under {@code model}.
   *
   * @param gram W Wᵀ, K×K
   */
  public PathExpectation(PathModel model, Dense gram) {
    this(model, gram, model.orders() == Orders.ALL ? new PathOrders(model.expectations()) : null);
  }

  private PathExpectation(PathModel model, Dense gram, @Nullable PathOrders orders) {
    this.model = model;
    this.gram = gram;
    best = candidate(orders);
    other = candidate(orders == null ? null : orders.fork());
  }

  private Candidate candidate(@Nullable PathOrders orders) {
    return new Candidate(
        new PathPosterior(model.w(), gram, model.variance(), model.ridge()), orders);
  }

  /** Returns a copy for another thread, with the same model. */
  public PathExpectation fork() {
    return new PathExpectation(model, gram, best.orders == null ? null : best.orders.fork());
  }

  /**
   * Takes {@code row}, of length D and not copied, by its path {@code i} of {@code found}, or of
   * {@code old} if its score is as high or higher.
   *
   * @return whether the old path was used
   */
  public boolean take(float[] row, Paths found, @Nullable Paths old, int i) {
    best.take(row, found, i);
    if (old == null || found.same(i, old, i)) {
      return false;
    }
    other.take(row, old, i);
    if (other.worth < best.worth) {
      return false;
    }
    Candidate kept = other;
    other = best;
    best = kept;
    return true;
  }

  /** The score of the path used, see {@link PathModel}. */
  public double worth() {
    return best.worth;
  }

  /** Adds the row with the path used. */
  public void addTo(PathStatistics sums) {
    best.addTo(sums);
  }
}
