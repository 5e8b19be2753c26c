package org.latentfeature.evidence.rivals;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.latentfeature.fit.FitOptions;

/**
 * Options of a fit by moment tensors.
 *
 * @param k number of features, K, or their maximum if they are counted
 * @param count whether the eigenvalues count the features, see {@link MomentTensors#count}
 * @param refine whether codes and dictionary alternate after the estimate
 * @param seed of the starts
 * @param timeLimit time after which the fit stops with the best result so far; null for no limit
 */
public record TensorPowerOptions(
    int k, boolean count, boolean refine, long seed, @Nullable Duration timeLimit)
    implements FitOptions {

  /** Checks the range. */
  public TensorPowerOptions {
    FitOptions.requireFeatures(k);
  }

  /** The defaults for K features. */
  public static TensorPowerOptions of(int k) {
    return new TensorPowerOptions(k, false, true, 0, null);
  }

  /** Returns these options with K as the number of features, or as the maximum of a count. */
  public TensorPowerOptions withCount(boolean value) {
    return new TensorPowerOptions(k, value, refine, seed, timeLimit);
  }

  /** Returns these options with or without refinement. */
  public TensorPowerOptions withRefine(boolean value) {
    return new TensorPowerOptions(k, count, value, seed, timeLimit);
  }

  @Override
  public TensorPowerOptions withSeed(long value) {
    return new TensorPowerOptions(k, count, refine, value, timeLimit);
  }

  @Override
  public TensorPowerOptions withTimeLimit(@Nullable Duration value) {
    return new TensorPowerOptions(k, count, refine, seed, value);
  }

  @Override
  public Map<String, String> words() {
    return TensorPowerEstimator.OPTIONS.words(this);
  }

  @Override
  public String toString() {
    return line(of(k));
  }
}
