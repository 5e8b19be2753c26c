package org.latentfeature.base.random;

/**
 * SplitMix64 (Steele, Lea &amp; Flood 2014), written out so that a seed means the same numbers on
 * every version of Java. One stream per purpose: drawing more of one thing does not change another.
 */
public final class RandomStream {

  private static final long GOLDEN = 0x9e3779b97f4a7c15L;

  private final long start;
  private long state;
  private double spare = Double.NaN;

  /** The stream for {@code purpose} under {@code seed}. */
  public RandomStream(long seed, String purpose) {
    // FNV-1a of the purpose, so that streams differ by name.
    long hash = 0xcbf29ce484222325L;
    for (int p = 0; p < purpose.length(); p++) {
      hash = (hash ^ purpose.charAt(p)) * 0x100000001b3L;
    }
    start = mix(mix(seed + GOLDEN) ^ hash);
    state = start;
  }

  /** The 64 random bits that {@link #nextLong} gave or will give after {@code index} others. */
  public long bitsAt(long index) {
    return mix(start + (index + 1) * GOLDEN);
  }

  /** The number that {@link #nextDouble} gave or will give after {@code index} others. */
  public double uniformAt(long index) {
    return (bitsAt(index) >>> 11) * 0x1p-53;
  }

  /** 64 random bits. */
  public long nextLong() {
    state += GOLDEN;
    return mix(state);
  }

  /** Uniform in [0, 1). */
  public double nextDouble() {
    return (nextLong() >>> 11) * 0x1p-53;
  }

  /** Uniform in 0 … bound − 1. */
  public int nextInt(int bound) {
    // The bias of taking the high bits of a 64-bit product is below bound / 2^64.
    return (int) Math.multiplyHigh(nextLong() >>> 1, 2L * bound);
  }

  /** Standard normal, by Marsaglia's polar method. */
  public double nextGaussian() {
    if (!Double.isNaN(spare)) {
      double kept = spare;
      spare = Double.NaN;
      return kept;
    }
    while (true) {
      double u = 2 * nextDouble() - 1;
      double v = 2 * nextDouble() - 1;
      double s = u * u + v * v;
      if (s > 0 && s < 1) {
        // StrictMath: Math.log may differ in the last bit from one machine to another.
        double factor = Math.sqrt(-2 * StrictMath.log(s) / s);
        spare = v * factor;
        return u * factor;
      }
    }
  }

  private static long mix(long z) {
    long a = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    long b = (a ^ (a >>> 27)) * 0x94d049bb133111ebL;
    return b ^ (b >>> 31);
  }
}
