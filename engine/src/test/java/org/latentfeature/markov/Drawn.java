package org.latentfeature.markov;

import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.base.random.RowOrder;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.coding.Paths;

/** Random models, rows and paths, for comparisons with formulas. */
public final class Drawn {

  private Drawn() {}

  /** Normal features, counts that are 0 in every second cell, a prior of all sizes. */
  public static MarkovParameters model(int k, int d, double variance, double precision, long seed) {
    RandomStream random = new RandomStream(seed, "drawn model");
    Dense w = new Dense(k, d);
    for (int i = 0; i < w.values().length; i++) {
      w.values()[i] = random.nextGaussian();
    }
    return new MarkovParameters(w, counts(k + 1, seed), prior(k + 1, seed), variance, precision);
  }

  /** Whole numbers, 0 in every second cell. */
  public static Dense counts(int states, long seed) {
    RandomStream random = new RandomStream(seed, "drawn counts");
    Dense counts = new Dense(states, states);
    for (int i = 0; i < counts.values().length; i++) {
      int most = 1 << random.nextInt(12);
      counts.values()[i] = random.nextInt(2) * random.nextInt(most);
    }
    return counts;
  }

  /** From 1e-4 to 10. */
  public static Dense prior(int states, long seed) {
    RandomStream random = new RandomStream(seed, "drawn prior");
    Dense prior = new Dense(1, states);
    for (int m = 0; m < states; m++) {
      prior.set(0, m, Math.pow(10, 5 * random.nextDouble() - 4));
    }
    return prior;
  }

  /** Normal entries, of which about a share of {@code missing} is NaN, the first one never. */
  public static Matrix rows(int n, int d, double missing, long seed) {
    RandomStream random = new RandomStream(seed, "drawn rows");
    Matrix x = Matrix.allocate(n, d);
    for (int i = 0; i < n; i++) {
      for (int p = 0; p < d; p++) {
        boolean unknown = random.nextDouble() < missing && p > 0;
        x.set(i, p, unknown ? Float.NaN : (float) (2 * random.nextGaussian()));
      }
    }
    return x;
  }

  /** Paths of 0 … {@code longest} distinct features in any order; the first of them is empty. */
  public static Paths paths(int n, int k, int longest, long seed) {
    RandomStream random = new RandomStream(seed, "drawn paths");
    Paths paths = new Paths(n, longest);
    for (int i = 1; i < n; i++) {
      int[] features = new RowOrder(k, random).next(random.nextInt(longest + 1));
      for (int feature : features) {
        paths.append(i, feature);
      }
    }
    return paths;
  }

  /** The features of path {@code i}, in its order. */
  public static int[] features(Paths paths, int i) {
    int[] features = new int[paths.length(i)];
    for (int a = 0; a < features.length; a++) {
      features[a] = paths.feature(i, a);
    }
    return features;
  }
}
