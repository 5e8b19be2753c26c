package org.latentfeature.base.random;

/**
 * Random numbers addressed by (seed, row, column) instead of drawn in sequence, so that any
 * backend, on any number of threads, reproduces them: SplitMix64's finaliser (Steele et al. 2014)
 * over the address.
 */
public final class CounterRandom {

  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private CounterRandom() {}

  /** A seed for one purpose, independent of those for other purposes and other seeds. */
  public static long stream(long seed, long purpose) {
    return mix(mix(seed + GOLDEN) ^ (purpose * 0xD1B54A32D192ED03L + GOLDEN));
  }

  /**
   * 64 random bits at (row, column).
   *
   * @param seed which sequence of numbers
   */
  public static long bits(long seed, long row, long column) {
    return mix(mix(seed ^ (row * GOLDEN)) + (column + 1) * 0xBF58476D1CE4E5B9L);
  }

  /**
   * Uniform in [0, 1) at (row, column).
   *
   * @param seed which sequence of numbers
   */
  public static double uniform(long seed, long row, long column) {
    return (bits(seed, row, column) >>> 11) * 0x1.0p-53;
  }

  /**
   * Standard normal at (row, column), by Box and Muller's transform.
   *
   * @param seed which sequence of numbers
   */
  public static double normal(long seed, long row, long column) {
    double u = 1 - uniform(seed, row, 2 * column);
    double v = uniform(seed, row, 2 * column + 1);
    return Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * v);
  }

  /**
   * A random order of 0 … n−1 (Fisher and Yates).
   *
   * @param seed which sequence of numbers
   */
  public static int[] permutation(long seed, int n) {
    int[] order = new int[n];
    permute(seed, order);
    return order;
  }

  /** {@link #permutation} of as many numbers as {@code order} has places, written there. */
  public static void permute(long seed, int[] order) {
    for (int i = 0; i < order.length; i++) {
      int j = (int) (uniform(seed, i, 0) * (i + 1));
      order[i] = order[j];
      order[j] = i;
    }
  }

  private static long mix(long x) {
    long z = (x ^ (x >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
