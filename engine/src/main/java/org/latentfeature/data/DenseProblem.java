package org.latentfeature.data;

import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.RandomStream;

/**
 * The parameters of a synthetic problem X = Z W + noise with W i.i.d. N(0, 1). Equal parameters
 * give equal data, however many rows are in memory at once. Error messages begin with the name of
 * the component.
 *
 * @param rows N, at least K
 * @param columns D, at least 1
 * @param features K, at least 1
 * @param sigma standard deviation of the noise, from 0 to 10³⁰
 * @param prevalence shares of rows that have the features
 * @param dependence how features of a row depend on each other
 * @param noise how the noise is distributed
 * @param seed of every random number
 */
public record DenseProblem(
    int rows,
    int columns,
    int features,
    double sigma,
    Prevalence prevalence,
    FeatureDependence dependence,
    NoiseShape noise,
    long seed) {

  /** As many as an array of Java has. */
  private static final int MOST_ENTRIES = Integer.MAX_VALUE - 8;

  /** Far enough below what single precision holds. */
  private static final double LOUDEST = 1e30;

  /** Checks the ranges. */
  public DenseProblem {
    requireRanges(rows, columns, features, sigma);
    dependence.requireFor(prevalence);
  }

  /**
   * Checks the ranges of any synthetic problem.
   *
   * @throws IllegalArgumentException naming the component
   */
  public static void requireRanges(int rows, int columns, int features, double sigma) {
    requirePositive("rows", rows);
    requirePositive("columns", columns);
    requirePositive("features", features);
    if (!(sigma >= 0 && sigma <= LOUDEST)) {
      throw new IllegalArgumentException("sigma is " + sigma + "; it must be 0 … " + LOUDEST);
    }
    if (features > rows) {
      throw new IllegalArgumentException(
          "features is %,d; it must be at most the number of rows, %,d".formatted(features, rows));
    }
    if ((long) features * columns > MOST_ENTRIES) {
      throw new IllegalArgumentException(
          "features is %,d, which times %,d columns is more than the %,d entries that W can have"
              .formatted(features, columns, MOST_ENTRIES));
    }
  }

  private static void requirePositive(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " is " + value + "; it must be at least 1");
    }
  }

  /** Independent features that half of the rows have, and equal normal noise. */
  public static DenseProblem of(int rows, int columns, int features, double sigma, long seed) {
    return new DenseProblem(
        rows,
        columns,
        features,
        sigma,
        Prevalence.HALF,
        FeatureDependence.NONE,
        NoiseShape.EQUAL,
        seed);
  }

  /** Draws the problem, one row at a time. */
  public SyntheticRows draw() {
    Dense w = new Dense(features, columns);
    RandomStream values = new RandomStream(seed, "dictionary");
    double[] entries = w.values();
    for (int p = 0; p < entries.length; p++) {
      entries[p] = values.nextGaussian();
    }
    return new SyntheticRows(rows, w, bits(), new RowNoise(noise, sigma, columns, seed));
  }

  /** All of it in memory. */
  public SyntheticProblem inMemory() {
    return draw().inMemory();
  }

  private FeatureBits bits() {
    boolean fair = prevalence.equals(Prevalence.HALF) && dependence.equals(FeatureDependence.NONE);
    return fair
        ? FeatureBits.fair(rows, seed)
        : FeatureBits.dependent(dependence, prevalence.spread(features), seed);
  }
}
