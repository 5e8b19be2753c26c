package org.latentfeature.columns.cumulant;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.OptionException;

/**
 * Options of a fit by cumulants.
 *
 * @param k number of features, K
 * @param starts of each of the two kinds of ascent
 * @param refine whether codes and dictionary alternate after the read-out
 * @param seed of the starts
 * @param timeLimit time after which the fit stops with the best result so far; null for no limit
 */
public record CumulantOptions(
    int k, int starts, boolean refine, long seed, @Nullable Duration timeLimit)
    implements FitOptions {

  /** Checks the ranges. */
  public CumulantOptions {
    FitOptions.requireFeatures(k);
    if (starts < 1) {
      throw new OptionException("starts", "is " + starts + "; a fit needs at least 1");
    }
  }

  /** The defaults for K features. */
  public static CumulantOptions of(int k) {
    return new CumulantOptions(k, 2, true, 0, null);
  }

  /** Returns these options with another number of starts. */
  public CumulantOptions withStarts(int value) {
    return new CumulantOptions(k, value, refine, seed, timeLimit);
  }

  /** These options with or without refinement. */
  public CumulantOptions withRefine(boolean value) {
    return new CumulantOptions(k, starts, value, seed, timeLimit);
  }

  @Override
  public CumulantOptions withSeed(long value) {
    return new CumulantOptions(k, starts, refine, value, timeLimit);
  }

  @Override
  public CumulantOptions withTimeLimit(@Nullable Duration value) {
    return new CumulantOptions(k, starts, refine, seed, value);
  }

  @Override
  public Map<String, String> words() {
    return CumulantEstimator.OPTIONS.words(this);
  }

  @Override
  public String toString() {
    return line(of(k));
  }
}
