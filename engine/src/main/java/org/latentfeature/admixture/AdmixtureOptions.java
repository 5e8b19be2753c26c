package org.latentfeature.admixture;

/**
 * The number of populations and how they are fitted.
 *
 * @param populations K
 * @param method of the estimates
 * @param starts random starts, of which the best is kept; eigenpairs have none
 * @param rounds maximum number of rounds from a start, without the first ten of least squares
 * @param tolerance gain of a round at which the fit ends: of log-likelihood, or of half the squared
 *     error of alleles
 * @param seed of every random number
 */
public record AdmixtureOptions(
    int populations, Method method, int starts, int rounds, double tolerance, long seed) {

  /** Ways to estimate shares and frequencies. */
  public enum Method {
    /** Maximum likelihood, from a few rounds of least squares. */
    ML,
    /** Alternating least squares. */
    ALS,
    /** Shares from tensor eigenpairs, frequencies by least squares from them. */
    EIGENPAIRS
  }

  /** Checks the ranges. */
  public AdmixtureOptions {
    requirePositive("populations", populations);
    requirePositive("starts", starts);
    requirePositive("rounds", rounds);
    if (!(tolerance > 0)) {
      throw new IllegalArgumentException("tolerance is " + tolerance + "; it must be above 0");
    }
  }

  private static void requirePositive(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " is " + value + "; it must be at least 1");
    }
  }

  /** Maximum likelihood with ADMIXTURE's tolerance, from one start. */
  public static AdmixtureOptions of(int populations) {
    return new AdmixtureOptions(populations, Method.ML, 1, 500, 1e-4, 0);
  }

  /** These options with another number of populations. */
  public AdmixtureOptions withPopulations(int k) {
    return new AdmixtureOptions(k, method, starts, rounds, tolerance, seed);
  }

  /** These options with another method. */
  public AdmixtureOptions withMethod(Method other) {
    return new AdmixtureOptions(populations, other, starts, rounds, tolerance, seed);
  }

  /** These options with another number of starts. */
  public AdmixtureOptions withStarts(int count) {
    return new AdmixtureOptions(populations, method, count, rounds, tolerance, seed);
  }

  /** These options with another limit of rounds. */
  public AdmixtureOptions withRounds(int most) {
    return new AdmixtureOptions(populations, method, starts, most, tolerance, seed);
  }

  /** These options with another gain that ends a fit. */
  public AdmixtureOptions withTolerance(double gain) {
    return new AdmixtureOptions(populations, method, starts, rounds, gain, seed);
  }

  /** These options with another seed. */
  public AdmixtureOptions withSeed(long other) {
    return new AdmixtureOptions(populations, method, starts, rounds, tolerance, other);
  }
}
