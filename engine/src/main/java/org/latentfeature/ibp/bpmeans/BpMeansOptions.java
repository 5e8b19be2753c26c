package org.latentfeature.ibp.bpmeans;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.Range;

/**
 * Options of a fit by BP-means.
 *
 * @param k number of features, K; their maximum if {@code lambda2} is set
 * @param restarts number of seedings, and maximum number of exchanges of features of the best
 * @param lambda2 λ², what a feature must lower the squared error by, in squared units of X; null
 *     for K features
 * @param seed of the seedings
 * @param timeLimit time after which the fit stops with the best result so far; null for no limit
 */
public record BpMeansOptions(
    int k, int restarts, @Nullable Double lambda2, long seed, @Nullable Duration timeLimit)
    implements FitOptions {

  /** Checks the ranges. */
  public BpMeansOptions {
    Range.atLeast(1).require("K", k);
    Range.atLeast(1).require("restarts", restarts);
    Range.POSITIVE.require("lambda2", lambda2);
  }

  /** The defaults for K features. */
  public static BpMeansOptions of(int k) {
    return new BpMeansOptions(k, 100, null, 0, null);
  }

  /** These options with another number of seedings. */
  public BpMeansOptions withRestarts(int value) {
    return new BpMeansOptions(k, value, lambda2, seed, timeLimit);
  }

  /** These options with a price λ² of each feature, so that K is free. */
  public BpMeansOptions withLambda2(@Nullable Double value) {
    return new BpMeansOptions(k, restarts, value, seed, timeLimit);
  }

  @Override
  public BpMeansOptions withSeed(long value) {
    return new BpMeansOptions(k, restarts, lambda2, value, timeLimit);
  }

  @Override
  public BpMeansOptions withTimeLimit(@Nullable Duration value) {
    return new BpMeansOptions(k, restarts, lambda2, seed, value);
  }

  @Override
  public Map<String, String> words() {
    return BpMeansEstimator.OPTIONS.words(this);
  }

  @Override
  public String toString() {
    return line(of(k));
  }
}
