package org.latentfeature.markov;

import java.util.Arrays;
import org.latentfeature.base.random.RandomStream;

/**
 * Walks of the chain from the null state back to it, each with its own transition probabilities,
 * θ_l ~ Dirichlet(prior + counts_l), a state's row drawn when it is first visited. Not thread-safe.
 */
final class DirichletWalk {

  private final MarkovParameters model;
  private final RandomStream random;
  private final int longest;
  private final double[][] rows;
  private final boolean[] drawn;

  /**
   * Walks by the transitions of {@code model}.
   *
   * @param longest most steps of a walk
   * @throws IllegalArgumentException if some prior + counts_l are the weights of no Dirichlet
   *     distribution: not above 0 and finite
   */
  DirichletWalk(MarkovParameters model, RandomStream random, int longest) {
    requireDirichlet(model);
    this.model = model;
    this.random = random;
    this.longest = longest;
    int states = model.features() + 1;
    rows = new double[states][states];
    drawn = new boolean[states];
  }

  private static void requireDirichlet(MarkovParameters model) {
    for (int l = 0; l <= model.features(); l++) {
      for (int m = 0; m <= model.features(); m++) {
        double weight = model.prior().get(0, m) + model.counts().get(l, m);
        if (!(weight > 0 && Double.isFinite(weight))) {
          throw new IllegalArgumentException(
              "the transition from state %d to state %d has weight %s; it must be above 0 and finite"
                  .formatted(l, m, weight));
        }
      }
    }
  }

  /** The features of the next walk, ascending, each once. */
  int[] next() {
    Arrays.fill(drawn, false);
    boolean[] visited = new boolean[model.features()];
    int state = 0;
    int count = 0;
    for (int step = 0; step < longest; step++) {
      if (!drawn[state]) {
        draw(state);
      }
      state = pick(rows[state]);
      if (state == 0) {
        break;
      }
      if (!visited[state - 1]) {
        visited[state - 1] = true;
        count++;
      }
    }
    int[] set = new int[count];
    int at = 0;
    for (int k = 0; k < visited.length; k++) {
      if (visited[k]) {
        set[at++] = k;
      }
    }
    return set;
  }

  private void draw(int state) {
    double[] row = rows[state];
    double sum = 0;
    for (int m = 0; m < row.length; m++) {
      row[m] = gamma(model.prior().get(0, m) + model.counts().get(state, m));
      sum += row[m];
    }
    for (int m = 0; m < row.length; m++) {
      row[m] /= sum;
    }
    drawn[state] = true;
  }

  private int pick(double[] probabilities) {
    double u = random.nextDouble();
    double sum = 0;
    for (int m = 0; m < probabilities.length; m++) {
      sum += probabilities[m];
      if (u < sum) {
        return m;
      }
    }
    return 0; // Rounding has left the sum below 1, and u between them.
  }

  /** A Gamma(shape, 1) variate (Marsaglia &amp; Tsang 2000). */
  private double gamma(double shape) {
    if (shape < 1) {
      double u = 1 - random.nextDouble();
      return gamma(shape + 1) * StrictMath.pow(u, 1 / shape);
    }
    double d = shape - 1.0 / 3;
    double c = 1 / Math.sqrt(9 * d);
    while (true) {
      double normal = random.nextGaussian();
      double v = 1 + c * normal;
      if (v > 0) {
        v = v * v * v;
        double u = 1 - random.nextDouble();
        if (StrictMath.log(u) < 0.5 * normal * normal + d - d * v + d * StrictMath.log(v)) {
          return d * v;
        }
      }
    }
  }
}
