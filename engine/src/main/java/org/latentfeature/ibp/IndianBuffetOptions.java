package org.latentfeature.ibp;

import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.Range;

/**
 * Options of sampling the posterior of Z.
 *
 * @param k number of features of the finite model; the most features of the infinite one
 * @param infinite whether the prior is the Indian buffet process
 * @param start where chains start
 * @param sampler how their sweeps are done
 * @param chains number of chains
 * @param sweeps of each chain; the first half tells nothing
 * @param alpha α; null if it is drawn, or K in the finite model
 * @param sigma σx, in the units of X; null if it is drawn
 * @param featureScale σa, in the units of X; null if it is drawn
 * @param seed of all random numbers
 * @param timeLimit time after which the chains end; null for no limit
 */
public record IndianBuffetOptions(
    int k,
    boolean infinite,
    Start start,
    Sampling sampler,
    int chains,
    int sweeps,
    @Nullable Double alpha,
    @Nullable Double sigma,
    @Nullable Double featureScale,
    long seed,
    @Nullable Duration timeLimit)
    implements FitOptions {

  /** Where chains start. */
  public enum Start {
    /** All from the features of the lasso. */
    LASSO,
    /** All from independent features, by cumulants. */
    CUMULANTS,
    /** Each from its own random Z. */
    RANDOM
  }

  /** How a sweep is done. */
  public enum Sampling {
    /** Collapsed, unless entries are missing or there are many rows. */
    AUTO,
    /** Row after row, A integrated out. */
    COLLAPSED,
    /** A is drawn, then the bits of all rows at once. */
    UNCOLLAPSED
  }

  /** Checks the ranges. */
  public IndianBuffetOptions {
    FitOptions.requireFeatures(k);
    Range.atLeast(1).require("chains", chains);
    Range.atLeast(2).require("sweeps", sweeps);
    Range.POSITIVE.require("alpha", alpha);
    Range.POSITIVE.require("sigma", sigma);
    Range.POSITIVE.require("feature-scale", featureScale);
  }

  /** The defaults: the finite model with K features. */
  public static IndianBuffetOptions of(int k) {
    return new IndianBuffetOptions(
        k, false, Start.LASSO, Sampling.AUTO, 4, 1000, null, null, null, 0, null);
  }

  IndianBuffetOptions withK(int value) {
    return with(draft -> draft.k = value);
  }

  /** The infinite model of up to K features, or the finite one. */
  public IndianBuffetOptions withInfinite(boolean value) {
    return with(draft -> draft.infinite = value);
  }

  /** Another start. */
  public IndianBuffetOptions withStart(Start value) {
    return with(draft -> draft.start = value);
  }

  /** Another way to do sweeps. */
  public IndianBuffetOptions withSampler(Sampling value) {
    return with(draft -> draft.sampler = value);
  }

  /** Another number of chains. */
  public IndianBuffetOptions withChains(int value) {
    return with(draft -> draft.chains = value);
  }

  /** Another number of sweeps. */
  public IndianBuffetOptions withSweeps(int value) {
    return with(draft -> draft.sweeps = value);
  }

  /** A fixed α. */
  public IndianBuffetOptions withAlpha(Double value) {
    return with(draft -> draft.alpha = value);
  }

  /** A fixed σx. */
  public IndianBuffetOptions withSigma(Double value) {
    return with(draft -> draft.sigma = value);
  }

  /** A fixed σa. */
  public IndianBuffetOptions withFeatureScale(Double value) {
    return with(draft -> draft.featureScale = value);
  }

  @Override
  public IndianBuffetOptions withSeed(long value) {
    return with(draft -> draft.seed = value);
  }

  @Override
  public IndianBuffetOptions withTimeLimit(@Nullable Duration value) {
    return with(draft -> draft.timeLimit = value);
  }

  @Override
  public Map<String, String> words() {
    return IndianBuffetEstimator.OPTIONS.words(this);
  }

  @Override
  public String toString() {
    return line(of(k));
  }

  private IndianBuffetOptions with(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.options();
  }

  /** Options of which one is changed. */
  private static final class Draft {

    private int k;
    private boolean infinite;
    private Start start;
    private Sampling sampler;
    private int chains;
    private int sweeps;
    private @Nullable Double alpha;
    private @Nullable Double sigma;
    private @Nullable Double featureScale;
    private long seed;
    private @Nullable Duration timeLimit;

    Draft(IndianBuffetOptions from) {
      k = from.k;
      infinite = from.infinite;
      start = from.start;
      sampler = from.sampler;
      chains = from.chains;
      sweeps = from.sweeps;
      alpha = from.alpha;
      sigma = from.sigma;
      featureScale = from.featureScale;
      seed = from.seed;
      timeLimit = from.timeLimit;
    }

    IndianBuffetOptions options() {
      return new IndianBuffetOptions(
          k, infinite, start, sampler, chains, sweeps, alpha, sigma, featureScale, seed, timeLimit);
    }
  }
}
