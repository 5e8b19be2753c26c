package org.latentfeature.columns.difference;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.OptionException;

/**
 * Options of a fit by differences of rows.
 *
 * @param k number of features, K; at most 16
 * @param seed of the rows that are compared, and of the grids of their differences
 * @param timeLimit time after which the fit stops with the best result so far; null for no limit
 */
public record DifferenceOptions(int k, long seed, @Nullable Duration timeLimit)
    implements FitOptions {

  /** Checks the ranges. */
  public DifferenceOptions {
    FitOptions.requireFeatures(k);
    if (k > DifferenceSearch.MOST_FEATURES) {
      throw new OptionException(
          "K",
          "is %d, but differences compare rows with 2^K sums, of at most %d features; use estimator lasso"
              .formatted(k, DifferenceSearch.MOST_FEATURES));
    }
  }

  /** The defaults for K features. */
  public static DifferenceOptions of(int k) {
    return new DifferenceOptions(k, 0, null);
  }

  @Override
  public DifferenceOptions withSeed(long value) {
    return new DifferenceOptions(k, value, timeLimit);
  }

  @Override
  public DifferenceOptions withTimeLimit(@Nullable Duration value) {
    return new DifferenceOptions(k, seed, value);
  }

  @Override
  public Map<String, String> words() {
    return DifferenceEstimator.OPTIONS.words(this);
  }

  @Override
  public String toString() {
    return line(of(k));
  }
}
