package org.latentfeature.report.graph;

import java.util.Arrays;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.RandomStream;

/** Transition probabilities made by hand. */
final class Chains {

  private Chains() {}

  /** Rows of {@code weights}, (K+1)×(K+1), divided by their sums. */
  static Dense normalised(Dense weights) {
    Dense p = weights.copy();
    for (int l = 0; l < p.rows(); l++) {
      double sum = 0;
      for (int m = 0; m < p.cols(); m++) {
        sum += p.get(l, m);
      }
      for (int m = 0; m < p.cols(); m++) {
        p.set(l, m, p.get(l, m) / sum);
      }
    }
    return p;
  }

  /** 0 → 1 → 2 → … → K → 0, and all other transitions unlikely. */
  static Dense line(int features) {
    Dense weights = even(features, 1e-4);
    for (int l = 0; l <= features; l++) {
      weights.set(l, (l + 1) % (features + 1), 1);
    }
    return normalised(weights);
  }

  /** 1 → 2 → … → K → 1, and all other transitions unlikely. */
  static Dense ring(int features) {
    Dense weights = even(features, 1e-4);
    weights.set(0, 1, 1);
    for (int l = 1; l <= features; l++) {
      weights.set(l, l % features + 1, 1);
    }
    return normalised(weights);
  }

  /**
   * Blocks of {@code size} features in each of which any follows any; {@code bridge} is the weight
   * of the one transition from each block to the next.
   */
  static Dense blocks(int count, int size, double bridge) {
    int features = count * size;
    Dense weights = even(features, 1e-3);
    for (int l = 1; l <= features; l++) {
      for (int m = 1; m <= features; m++) {
        if (l != m && (l - 1) / size == (m - 1) / size) {
          weights.set(l, m, 1 + .1 * ((l * 7 + m * 3) % 5));
        }
      }
    }
    for (int b = 0; b + 1 < count; b++) {
      weights.set((b + 1) * size, (b + 1) * size + 1, bridge);
    }
    return normalised(weights);
  }

  /** All transitions as likely as each other. */
  static Dense even(int features, double weight) {
    Dense p = new Dense(features + 1, features + 1);
    Arrays.fill(p.values(), weight);
    return p;
  }

  /** A chain in which each feature has a few likely followers anywhere. */
  static Dense random(int features, long seed) {
    RandomStream random = new RandomStream(seed, "chain");
    Dense weights = even(features, .01);
    for (int l = 1; l <= features; l++) {
      for (int next = 0; next < 3; next++) {
        weights.set(l, 1 + random.nextInt(features), 1 + random.nextDouble());
      }
    }
    return normalised(weights);
  }

  /** The same usage of all states. */
  static double[] used(int features, double times) {
    double[] usage = new double[features + 1];
    Arrays.fill(usage, times);
    return usage;
  }
}
