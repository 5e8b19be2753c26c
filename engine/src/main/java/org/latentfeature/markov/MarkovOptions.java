package org.latentfeature.markov;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.latentfeature.coding.PathObjective.Gain;
import org.latentfeature.coding.Paths;

/**
 * How a Markov latent feature model is fitted.
 *
 * @param k most features, K
 * @param infinite whether the prior of the transitions is a hierarchical Dirichlet process, cut off
 *     at K features, or finite
 * @param inference over all rows at each step, or over random batches
 * @param batch rows of a batch
 * @param iterations most steps, and most of those on trial of other features, and of other
 *     transitions
 * @param alpha α, total weight of a row of the transitions' prior; null for K + 1, one for each
 *     state
 * @param gamma γ of the infinite model's sticks
 * @param precision λ, inverse variance of the coefficients
 * @param dictionaryPrecision η, inverse variance of the dictionary's entries; null for that of the
 *     data's
 * @param sigma standard deviation of the noise; null if it is to be learned
 * @param gain of the greedy steps
 * @param update of the dictionary by batches
 * @param delay t0 of the step sizes (t + t0)^−κ
 * @param forgetting κ
 * @param longest most features of a row
 * @param seed of the start and of the batches
 * @param timeLimit end with the model so far; null for none
 * @param exchange whether batch inference tries other features, and other transitions, in place of
 *     those that it comes to, for a larger lower bound; takes about as many steps again, or more
 */
public record MarkovOptions(
    int k,
    boolean infinite,
    Inference inference,
    int batch,
    int iterations,
    @Nullable Double alpha,
    double gamma,
    double precision,
    @Nullable Double dictionaryPrecision,
    @Nullable Double sigma,
    Gain gain,
    Update update,
    double delay,
    double forgetting,
    int longest,
    long seed,
    @Nullable Duration timeLimit,
    boolean exchange) {

  /** Over what each step runs. */
  public enum Inference {
    /** All rows; the lower bound rises at each step. */
    BATCH,

    /** Random batches of rows, with decreasing step sizes. */
    STOCHASTIC
  }

  /** How a batch changes the dictionary. */
  public enum Update {
    /** Running sufficient statistics, and the dictionary that is best for them. */
    RUNNING,

    /** The paper's equation (14): towards the dictionary that is best for the batch alone. */
    LITERAL
  }

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming the option, its value and its range
   */
  public MarkovOptions {
    require(k >= 1 && k <= Paths.MOST_FEATURES, "K", k, "1 … " + Paths.MOST_FEATURES);
    require(batch >= 1, "the batch", batch, "at least 1");
    require(iterations >= 1, "the number of iterations", iterations, "at least 1");
    require(alpha == null || positive(alpha), "alpha", alpha, "above 0");
    require(positive(gamma), "gamma", gamma, "above 0");
    require(positive(precision), "lambda", precision, "above 0");
    require(
        dictionaryPrecision == null || positive(dictionaryPrecision),
        "eta",
        dictionaryPrecision,
        "above 0");
    require(sigma == null || positive(sigma), "sigma", sigma, "above 0");
    require(delay >= 0 && Double.isFinite(delay), "the delay", delay, "at least 0");
    require(forgetting > 0.5 && forgetting <= 1, "kappa", forgetting, "above 0.5 and at most 1");
    require(
        longest >= 1 && longest <= Paths.LONGEST,
        "the longest path",
        longest,
        "1 … " + Paths.LONGEST);
  }

  private static boolean positive(double value) {
    return value > 0 && Double.isFinite(value);
  }

  private static void require(boolean holds, String name, @Nullable Object value, String range) {
    if (!holds) {
      throw new IllegalArgumentException(name + " is " + value + "; it must be " + range);
    }
  }

  /** Batch inference of a finite model with up to {@code k} features, noise learned. */
  public static MarkovOptions of(int k) {
    return new MarkovOptions(
        k,
        false,
        Inference.BATCH,
        2000,
        500,
        null,
        1,
        1,
        null,
        null,
        Gain.MARGINAL,
        Update.RUNNING,
        10,
        0.75,
        Paths.LONGEST,
        0,
        null,
        true);
  }

  /** α: as given, or K + 1. */
  public double concentration() {
    return alpha == null ? k + 1 : alpha;
  }

  /** These options with a hierarchical Dirichlet process, or without. */
  public MarkovOptions withInfinite(boolean value) {
    return new MarkovOptions(
        k,
        value,
        inference,
        batch,
        iterations,
        alpha,
        gamma,
        precision,
        dictionaryPrecision,
        sigma,
        gain,
        update,
        delay,
        forgetting,
        longest,
        seed,
        timeLimit,
        exchange);
  }

  /** These options with another inference. */
  public MarkovOptions withInference(Inference value) {
    return new MarkovOptions(
        k,
        infinite,
        value,
        batch,
        iterations,
        alpha,
        gamma,
        precision,
        dictionaryPrecision,
        sigma,
        gain,
        update,
        delay,
        forgetting,
        longest,
        seed,
        timeLimit,
        exchange);
  }

  /** These options with batches of so many rows. */
  public MarkovOptions withBatch(int value) {
    return new MarkovOptions(
        k,
        infinite,
        inference,
        value,
        iterations,
        alpha,
        gamma,
        precision,
        dictionaryPrecision,
        sigma,
        gain,
        update,
        delay,
        forgetting,
        longest,
        seed,
        timeLimit,
        exchange);
  }

  /** These options with at most so many steps. */
  public MarkovOptions withIterations(int value) {
    return new MarkovOptions(
        k,
        infinite,
        inference,
        batch,
        value,
        alpha,
        gamma,
        precision,
        dictionaryPrecision,
        sigma,
        gain,
        update,
        delay,
        forgetting,
        longest,
        seed,
        timeLimit,
        exchange);
  }

  /** These options with another α; null for K + 1. */
  public MarkovOptions withAlpha(@Nullable Double value) {
    return new MarkovOptions(
        k,
        infinite,
        inference,
        batch,
        iterations,
        value,
        gamma,
        precision,
        dictionaryPrecision,
        sigma,
        gain,
        update,
        delay,
        forgetting,
        longest,
        seed,
        timeLimit,
        exchange);
  }

  /** These options with another γ. */
  public MarkovOptions withGamma(double value) {
    return new MarkovOptions(
        k,
        infinite,
        inference,
        batch,
        iterations,
        alpha,
        value,
        precision,
        dictionaryPrecision,
        sigma,
        gain,
        update,
        delay,
        forgetting,
        longest,
        seed,
        timeLimit,
        exchange);
  }

  /** These options with another λ. */
  public MarkovOptions withPrecision(double value) {
    return new MarkovOptions(
        k,
        infinite,
        inference,
        batch,
        iterations,
        alpha,
        gamma,
        value,
        dictionaryPrecision,
        sigma,
        gain,
        update,
        delay,
        forgetting,
        longest,
        seed,
        timeLimit,
        exchange);
  }

  /** These options with another η. */
  public MarkovOptions withDictionaryPrecision(@Nullable Double value) {
    return new MarkovOptions(
        k,
        infinite,
        inference,
        batch,
        iterations,
        alpha,
        gamma,
        precision,
        value,
        sigma,
        gain,
        update,
        delay,
        forgetting,
        longest,
        seed,
        timeLimit,
        exchange);
  }

  /** These options with noise of this standard deviation; null to learn it. */
  public MarkovOptions withSigma(@Nullable Double value) {
    return new MarkovOptions(
        k,
        infinite,
        inference,
        batch,
        iterations,
        alpha,
        gamma,
        precision,
        dictionaryPrecision,
        value,
        gain,
        update,
        delay,
        forgetting,
        longest,
        seed,
        timeLimit,
        exchange);
  }

  /** These options with another gain. */
  public MarkovOptions withGain(Gain value) {
    return new MarkovOptions(
        k,
        infinite,
        inference,
        batch,
        iterations,
        alpha,
        gamma,
        precision,
        dictionaryPrecision,
        sigma,
        value,
        update,
        delay,
        forgetting,
        longest,
        seed,
        timeLimit,
        exchange);
  }

  /** These options with another update by batches. */
  public MarkovOptions withUpdate(Update value) {
    return new MarkovOptions(
        k,
        infinite,
        inference,
        batch,
        iterations,
        alpha,
        gamma,
        precision,
        dictionaryPrecision,
        sigma,
        gain,
        value,
        delay,
        forgetting,
        longest,
        seed,
        timeLimit,
        exchange);
  }

  /** These options with another t0. */
  public MarkovOptions withDelay(double value) {
    return new MarkovOptions(
        k,
        infinite,
        inference,
        batch,
        iterations,
        alpha,
        gamma,
        precision,
        dictionaryPrecision,
        sigma,
        gain,
        update,
        value,
        forgetting,
        longest,
        seed,
        timeLimit,
        exchange);
  }

  /** These options with another κ. */
  public MarkovOptions withForgetting(double value) {
    return new MarkovOptions(
        k,
        infinite,
        inference,
        batch,
        iterations,
        alpha,
        gamma,
        precision,
        dictionaryPrecision,
        sigma,
        gain,
        update,
        delay,
        value,
        longest,
        seed,
        timeLimit,
        exchange);
  }

  /** These options with paths of at most so many features. */
  public MarkovOptions withLongest(int value) {
    return new MarkovOptions(
        k,
        infinite,
        inference,
        batch,
        iterations,
        alpha,
        gamma,
        precision,
        dictionaryPrecision,
        sigma,
        gain,
        update,
        delay,
        forgetting,
        value,
        seed,
        timeLimit,
        exchange);
  }

  /** These options with another seed. */
  public MarkovOptions withSeed(long value) {
    return new MarkovOptions(
        k,
        infinite,
        inference,
        batch,
        iterations,
        alpha,
        gamma,
        precision,
        dictionaryPrecision,
        sigma,
        gain,
        update,
        delay,
        forgetting,
        longest,
        value,
        timeLimit,
        exchange);
  }

  /** These options with a time limit; null for none. */
  public MarkovOptions withTimeLimit(@Nullable Duration value) {
    return new MarkovOptions(
        k,
        infinite,
        inference,
        batch,
        iterations,
        alpha,
        gamma,
        precision,
        dictionaryPrecision,
        sigma,
        gain,
        update,
        delay,
        forgetting,
        longest,
        seed,
        value,
        exchange);
  }

  /** These options with other features and transitions tried, or not. */
  public MarkovOptions withExchange(boolean value) {
    return new MarkovOptions(
        k,
        infinite,
        inference,
        batch,
        iterations,
        alpha,
        gamma,
        precision,
        dictionaryPrecision,
        sigma,
        gain,
        update,
        delay,
        forgetting,
        longest,
        seed,
        timeLimit,
        value);
  }
}
