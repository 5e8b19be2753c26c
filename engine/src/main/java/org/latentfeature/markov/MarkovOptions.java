package org.latentfeature.markov;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.latentfeature.coding.Paths;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.Range;

/**
 * How a Markov latent feature model is fitted. It and its parts refuse what is out of range by an
 * IllegalArgumentException that names the option, its value and its range.
 *
 * @param k most features, K
 * @param transitions what is supposed of the transitions
 * @param lambda λ, inverse variance of the coefficients
 * @param eta η, inverse variance of the dictionary's entries; null for that of the data's
 * @param sigma standard deviation of the noise; null if it is to be learned
 * @param coding how rows are coded
 * @param inference over all rows at each step, or over random batches
 * @param seed of the start and of the batches
 * @param timeLimit end with the model so far; null for none
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

  /** Batch inference of a finite model with up to {@code k} features, noise learned. */
  public static MarkovOptions of(int k) {
    TransitionPrior finite = TransitionPrior.FINITE;
    Inference all = Inference.Batch.DEFAULT;
    return new MarkovOptions(k, finite, 1, null, null, Coding.DEFAULT, all, 0, null);
  }

  /** These options with another prior of the transitions. */
  public MarkovOptions withTransitions(TransitionPrior value) {
    return new MarkovOptions(k, value, lambda, eta, sigma, coding, inference, seed, timeLimit);
  }

  /** These options with noise of this standard deviation; null to learn it. */
  public MarkovOptions withSigma(@Nullable Double value) {
    return new MarkovOptions(
        k, transitions, lambda, eta, value, coding, inference, seed, timeLimit);
  }

  /** These options with rows coded in another way. */
  public MarkovOptions withCoding(Coding value) {
    return new MarkovOptions(k, transitions, lambda, eta, sigma, value, inference, seed, timeLimit);
  }

  /** These options with another inference. */
  public MarkovOptions withInference(Inference value) {
    return new MarkovOptions(k, transitions, lambda, eta, sigma, coding, value, seed, timeLimit);
  }

  /** These options with at most so many steps. */
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
