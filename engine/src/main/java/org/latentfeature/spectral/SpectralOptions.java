package org.latentfeature.spectral;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.Range;

/**
 * Options of a fit by tensor eigenpairs.
 *
 * @param k number of features, K; the maximum, if they are counted
 * @param count whether features are counted
 * @param sigma standard deviation of the noise, in the units of X; null to estimate it
 * @param paper whether the algorithm runs as published, without refinement
 * @param wls whether the published step of weighted least squares follows the selection
 * @param posterior whether the dictionary ends with steps of expectation and maximisation
 * @param restarts of the refinement, if all other fallbacks have more error than the ground truth
 * @param seed of all random starts
 * @param timeLimit time after which the fit stops with the best result so far; null for no limit
 */
public record SpectralOptions(
    int k,
    boolean count,
    @Nullable Double sigma,
    boolean paper,
    boolean wls,
    boolean posterior,
    int restarts,
    long seed,
    @Nullable Duration timeLimit)
    implements FitOptions {

  /** Checks the ranges. */
  public SpectralOptions {
    FitOptions.requireFeatures(k);
    Range.atLeast(0).require(SpectralEstimator.SIGMA, sigma);
    Range.atLeast(0).require(SpectralEstimator.RESTARTS, restarts);
  }

  /** The defaults for K features. */
  public static SpectralOptions of(int k) {
    return new SpectralOptions(k, false, null, false, false, true, 24, 0, null);
  }

  /** These options with features counted, up to K. */
  public SpectralOptions withCount(boolean value) {
    return new SpectralOptions(k, value, sigma, paper, wls, posterior, restarts, seed, timeLimit);
  }

  /** These options with a known standard deviation of the noise; null to estimate it. */
  public SpectralOptions withSigma(@Nullable Double value) {
    return new SpectralOptions(k, count, value, paper, wls, posterior, restarts, seed, timeLimit);
  }

  /** These options with the algorithm as published, or not. */
  public SpectralOptions withPaper(boolean value) {
    return new SpectralOptions(k, count, sigma, value, wls, posterior, restarts, seed, timeLimit);
  }

  /** These options with or without the published step of weighted least squares. */
  public SpectralOptions withWls(boolean value) {
    return new SpectralOptions(k, count, sigma, paper, value, posterior, restarts, seed, timeLimit);
  }

  /** These options with or without the last steps of expectation and maximisation. */
  public SpectralOptions withPosterior(boolean value) {
    return new SpectralOptions(k, count, sigma, paper, wls, value, restarts, seed, timeLimit);
  }

  /** These options with another maximum of restarts. */
  public SpectralOptions withRestarts(int value) {
    return new SpectralOptions(k, count, sigma, paper, wls, posterior, value, seed, timeLimit);
  }

  @Override
  public SpectralOptions withSeed(long value) {
    return new SpectralOptions(k, count, sigma, paper, wls, posterior, restarts, value, timeLimit);
  }

  @Override
  public SpectralOptions withTimeLimit(@Nullable Duration value) {
    return new SpectralOptions(k, count, sigma, paper, wls, posterior, restarts, seed, value);
  }

  @Override
  public Map<String, String> words() {
    return SpectralEstimator.OPTIONS.words(this);
  }

  @Override
  public String toString() {
    return line(of(k));
  }
}
