package org.latentfeature.markov;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.Range;
import org.latentfeature.step.coding.Paths;

/**
 * Options of a fit of a Markov latent feature model. Values out of range throw an
 * IllegalArgumentException that names the option, its value and its range.
 *
 * @param k maximum number of features, K
 * @param transitions prior of the transitions
 * @param lambda λ, inverse variance of the coefficients
 * @param eta η, inverse variance of the dictionary's entries; null for that of the data's entries
 * @param sigma standard deviation of the noise; null to learn it
 * @param coding options for coding rows
 * @param inference batch or stochastic
 * @param seed of the start and of the batches
 * @param timeLimit time after which the fit stops with the model so far; null for no limit
 */
public record MarkovOptions(
    int k,
    TransitionPrior transitions,
    double lambda,
    @Nullable Double eta,
    @Nullable Double sigma,
    Coding coding,
    Inference inference,
    long seed,
    @Nullable Duration timeLimit)
    implements FitOptions {

  /** Checks the ranges. */
  public MarkovOptions {
    Range.of(1, Paths.MOST_FEATURES).require("K", k);
    Range.POSITIVE.require("lambda", lambda);
    Range.POSITIVE.require("eta", eta);
    Range.POSITIVE.require("sigma", sigma);
  }

  /**
   * The defaults: batch inference of a finite model with up to {@code k} features and learned
   * noise.
   */
  public static MarkovOptions of(int k) {
    TransitionPrior finite = TransitionPrior.FINITE;
    Inference all = Inference.Batch.DEFAULT;
    return new MarkovOptions(k, finite, 1, null, null, Coding.DEFAULT, all, 0, null);
  }

  /** These options with another prior of the transitions. */
  public MarkovOptions withTransitions(TransitionPrior value) {
    return new MarkovOptions(k, value, lambda, eta, sigma, coding, inference, seed, timeLimit);
  }

  /** These options with another inverse variance of the coefficients. */
  public MarkovOptions withLambda(double value) {
    return new MarkovOptions(k, transitions, value, eta, sigma, coding, inference, seed, timeLimit);
  }

  /** These options with noise of this standard deviation; null to learn it. */
  public MarkovOptions withSigma(@Nullable Double value) {
    return new MarkovOptions(
        k, transitions, lambda, eta, value, coding, inference, seed, timeLimit);
  }

  /** These options with other options for coding rows. */
  public MarkovOptions withCoding(Coding value) {
    return new MarkovOptions(k, transitions, lambda, eta, sigma, value, inference, seed, timeLimit);
  }

  /** These options with another inference. */
  public MarkovOptions withInference(Inference value) {
    return new MarkovOptions(k, transitions, lambda, eta, sigma, coding, value, seed, timeLimit);
  }

  /** These options with another maximum of steps. */
  public MarkovOptions withIterations(int value) {
    return withInference(inference.withIterations(value));
  }

  @Override
  public MarkovOptions withSeed(long value) {
    return new MarkovOptions(
        k, transitions, lambda, eta, sigma, coding, inference, value, timeLimit);
  }

  @Override
  public MarkovOptions withTimeLimit(@Nullable Duration value) {
    return new MarkovOptions(k, transitions, lambda, eta, sigma, coding, inference, seed, value);
  }

  @Override
  public Map<String, String> words() {
    return MarkovOptionTable.ALL.words(this);
  }

  @Override
  public String toString() {
    return line(of(k));
  }
}
