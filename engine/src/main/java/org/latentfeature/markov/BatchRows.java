package org.latentfeature.markov;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.coding.PathOrders;
import org.latentfeature.coding.PathPosterior;
import org.latentfeature.coding.PathStatistics;
import org.latentfeature.coding.Paths;
import org.latentfeature.data.Matrix;
import org.latentfeature.linalg.Dense;
import org.latentfeature.progress.StopSignal;

/** Some rows with the better of two paths each, added up. */
final class BatchRows {

  private final Matrix x;
  private final PathPosterior posterior;
  private final PathOrders orders;
  private final PathStatistics sums;
  private double worth;

  /**
   * None yet.
   *
   * @param gram W Wᵀ
   * @param expectations E ln θ
   */
  BatchRows(Matrix x, MarkovParameters model, Dense gram, Dense expectations) {
    this.x = x;
    posterior = model.posterior(gram);
    orders = new PathOrders(expectations);
    sums = new PathStatistics(model.w());
  }

  /**
   * Adds rows {@code from} (with) to {@code to} (without) by the paths {@code found}, in which
   * {@code old} ones take the place of those that are worth less.
   *
   * @param stop once it is set, the rest is left out
   * @return this
   */
  BatchRows addBetter(Paths found, @Nullable Paths old, int from, int to, StopSignal stop) {
    float[] row = new float[x.cols()];
    for (int i = from; i < to && !stop.isSet(); i++) {
      x.getRow(i, row);
      double best = take(row, found, i);
      if (old != null && !found.same(i, old, i)) {
        double kept = take(row, old, i);
        if (kept >= best) {
          found.set(i, old, i);
          best = kept;
        } else {
          take(row, found, i);
        }
      }
      worth += best;
      sums.add(posterior, orders);
    }
    return this;
  }

  private double take(float[] row, Paths paths, int i) {
    posterior.take(row, paths, i);
    return posterior.logLikelihood() + orders.take(paths, i);
  }

  /** All {@code parts}, in the first of them. */
  static BatchRows sum(List<BatchRows> parts) {
    BatchRows all = parts.get(0);
    for (BatchRows part : parts.subList(1, parts.size())) {
      all.sums.add(part.sums);
      all.worth += part.worth;
    }
    return all;
  }

  PathStatistics sums() {
    return sums;
  }

  /** Σ ln p(x | A) + ln Σ exp(worth of an order of A). */
  double worth() {
    return worth;
  }
}
