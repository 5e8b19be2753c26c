package org.latentfeature.markov;

import java.util.ArrayList;
import java.util.List;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.step.coding.PathOrders;
import org.latentfeature.step.coding.PathWorth;
import org.latentfeature.step.coding.Paths;

/** Every order of a path's features, one by one; of too long a path, its own alone. */
public final class AllOrders {

  private final Dense expectations;
  private final Paths orders;
  private final double[] worth;
  private final double largest;

  public AllOrders(Dense expectations, Paths paths, int at) {
    this.expectations = expectations;
    List<int[]> found = new ArrayList<>();
    int[] features = Drawn.features(paths, at);
    if (features.length <= PathOrders.MOST) {
      permute(features, 0, found);
    } else {
      found.add(features);
    }
    orders = new Paths(found.size(), paths.longest());
    worth = new double[found.size()];
    double most = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < worth.length; i++) {
      for (int feature : found.get(i)) {
        orders.append(i, feature);
      }
      worth[i] = PathWorth.of(expectations, orders, i);
      most = Math.max(most, worth[i]);
    }
    largest = most;
  }

  private static void permute(int[] features, int from, List<int[]> found) {
    if (from >= features.length - 1) {
      found.add(features.clone());
      return;
    }
    for (int i = from; i < features.length; i++) {
      swap(features, from, i);
      permute(features, from + 1, found);
      swap(features, from, i);
    }
  }

  private static void swap(int[] values, int i, int j) {
    int value = values[i];
    values[i] = values[j];
    values[j] = value;
  }

  /** What the best of them is worth. */
  public double largest() {
    return largest;
  }

  /** ln Σ exp(worth). */
  public double logSum() {
    double sum = 0;
    for (double w : worth) {
      sum += Math.exp(w - largest);
    }
    return largest + Math.log(sum);
  }

  /** Adds the expected transitions to {@code counts}. */
  public void count(Dense counts) {
    double logSum = logSum();
    for (int i = 0; i < worth.length; i++) {
      Dense each = new Dense(expectations.rows(), expectations.cols());
      PathWorth.count(orders, i, each);
      double share = Math.exp(worth[i] - logSum);
      for (int e = 0; e < each.values().length; e++) {
        counts.values()[e] += share * each.values()[e];
      }
    }
  }
}
