package org.latentfeature.ibp;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.Range;

/**
 * Options of a search by annealed Gibbs sampling.
 *
 * @param k number of features, K
 * @param restarts number of chains
 * @param sweeps of each chain
 * @param refine whether codes and dictionary alternate after the search
 * @param seed of all random numbers
 * @param timeLimit time after which the fit stops with the best result so far; null for no limit
 */
public record AnnealOptions(
    int k, int restarts, int sweeps, boolean refine, long seed, @Nullable Duration timeLimit)
    implements FitOptions {

  /** Checks the ranges. */
  public AnnealOptions {
    Range.atLeast(1).require("K", k);
    Range.atLeast(1).require("restarts", restarts);
    Range.atLeast(1).require("sweeps", sweeps);
  }

  /** The defaults for K features. */
  public static AnnealOptions of(int k) {
    return new AnnealOptions(k, 25, 60, true, 0, null);
  }

  /** Returns these options with another number of chains. */
  public AnnealOptions withRestarts(int value) {
    return new AnnealOptions(k, value, sweeps, refine, seed, timeLimit);
  }

  /** Returns these options with another number of sweeps of each chain. */
  public AnnealOptions withSweeps(int value) {
    return new AnnealOptions(k, restarts, value, refine, seed, timeLimit);
  }

  /** These options with or without refinement. */
  public AnnealOptions withRefine(boolean value) {
    return new AnnealOptions(k, restarts, sweeps, value, seed, timeLimit);
  }

  @Override
  public AnnealOptions withSeed(long value) {
    return new AnnealOptions(k, restarts, sweeps, refine, value, timeLimit);
  }

  @Override
  public AnnealOptions withTimeLimit(@Nullable Duration value) {
    return new AnnealOptions(k, restarts, sweeps, refine, seed, value);
  }

  @Override
  public Map<String, String> words() {
    return AnnealEstimator.OPTIONS.words(this);
  }

  @Override
  public String toString() {
    return line(of(k));
  }
}
