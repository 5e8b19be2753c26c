package org.latentfeature.ibp;

/** How chains of one X are sampled: makes them, and owns what they share. */
public abstract sealed class Sampler implements AutoCloseable
    permits CollapsedSampler, UncollapsedSampler {

  Sampler() {}

  /**
   * A chain.
   *
   * @param dimensions D, of X as given, whatever its reduction
   * @param seed of the chain's random numbers
   * @param start in the units of X
   */
  abstract Chain chain(Chains.Plan plan, int dimensions, long seed, ChainState start);

  /** How many chains run at once if there are {@code threads}. */
  abstract int atOnce(int threads);

  @Override
  public abstract void close();
}
