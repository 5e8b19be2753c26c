package org.latentfeature.ibp.variational;

import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.Range;
import org.latentfeature.ibp.IndianBuffetOptions;

/**
 * Options of variational inference.
 *
 * @param k number of features of the finite model; the most features of the infinite one
 * @param infinite whether the prior is the Indian buffet process
 * @param joint whether the posterior of the dictionary has a covariance between features
 * @param restarts number of starts, of which the one of the largest bound is kept
 * @param rounds of each restart, at most
 * @param alpha α; null if it is learned, or K in the finite model
 * @param sigma σx, in the units of X; null if it is learned
 * @param featureScale σa, in the units of X; null if it is learned
 * @param start where one of the restarts begins, of a posterior; random for no such restart
 * @param refine whether codes and dictionary alternate after the inference
 * @param seed of all random numbers
 * @param timeLimit time after which the fit stops with the best result so far; null for no limit
 */
public record VariationalOptions(
    int k,
    boolean infinite,
    boolean joint,
    int restarts,
    int rounds,
    @Nullable Double alpha,
    @Nullable Double sigma,
    @Nullable Double featureScale,
    IndianBuffetOptions.Start start,
    boolean refine,
    long seed,
    @Nullable Duration timeLimit)
    implements FitOptions {

  /** Checks the ranges. */
  public VariationalOptions {
    Range.atLeast(1).require("K", k);
    Range.atLeast(1).require("restarts", restarts);
    Range.atLeast(1).require("rounds", rounds);
    Range.POSITIVE.require("alpha", alpha);
    Range.POSITIVE.require("sigma", sigma);
    Range.POSITIVE.require("feature-scale", featureScale);
  }

  /** The defaults: the finite model with K features. */
  public static VariationalOptions of(int k) {
    IndianBuffetOptions.Start none = IndianBuffetOptions.Start.RANDOM;
    return new VariationalOptions(k, false, true, 15, 200, null, null, null, none, true, 0, null);
  }

  VariationalOptions withK(int value) {
    return with(draft -> draft.k = value);
  }

  /** The infinite model of up to K features, or the finite one. */
  public VariationalOptions withInfinite(boolean value) {
    return with(draft -> draft.infinite = value);
  }

  /** Returns these options with a covariance between features, or as published, without it. */
  public VariationalOptions withJoint(boolean value) {
    return with(draft -> draft.joint = value);
  }

  /** Another number of restarts. */
  public VariationalOptions withRestarts(int value) {
    return with(draft -> draft.restarts = value);
  }

  /** Another limit of the rounds. */
  public VariationalOptions withRounds(int value) {
    return with(draft -> draft.rounds = value);
  }

  /** A fixed α. */
  public VariationalOptions withAlpha(Double value) {
    return with(draft -> draft.alpha = value);
  }

  /** A fixed σx. */
  public VariationalOptions withSigma(Double value) {
    return with(draft -> draft.sigma = value);
  }

  /** A fixed σa. */
  public VariationalOptions withFeatureScale(Double value) {
    return with(draft -> draft.featureScale = value);
  }

  /** Returns these options with one restart from the features of another estimator, or random. */
  public VariationalOptions withStart(IndianBuffetOptions.Start value) {
    return with(draft -> draft.start = value);
  }

  /** These options with or without refinement. */
  public VariationalOptions withRefine(boolean value) {
    return with(draft -> draft.refine = value);
  }

  @Override
  public VariationalOptions withSeed(long value) {
    return with(draft -> draft.seed = value);
  }

  @Override
  public VariationalOptions withTimeLimit(@Nullable Duration value) {
    return with(draft -> draft.timeLimit = value);
  }

  @Override
  public Map<String, String> words() {
    return VariationalEstimator.OPTIONS.words(this);
  }

  @Override
  public String toString() {
    return line(of(k));
  }

  private VariationalOptions with(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.options();
  }

  /** Options of which one is changed. */
  private static final class Draft {

    private int k;
    private boolean infinite;
    private boolean joint;
    private int restarts;
    private int rounds;
    private @Nullable Double alpha;
    private @Nullable Double sigma;
    private @Nullable Double featureScale;
    private IndianBuffetOptions.Start start;
    private boolean refine;
    private long seed;
    private @Nullable Duration timeLimit;

    Draft(VariationalOptions from) {
      k = from.k;
      infinite = from.infinite;
      joint = from.joint;
      restarts = from.restarts;
      rounds = from.rounds;
      alpha = from.alpha;
      sigma = from.sigma;
      featureScale = from.featureScale;
      start = from.start;
      refine = from.refine;
      seed = from.seed;
      timeLimit = from.timeLimit;
    }

    VariationalOptions options() {
      return new VariationalOptions(
          k,
          infinite,
          joint,
          restarts,
          rounds,
          alpha,
          sigma,
          featureScale,
          start,
          refine,
          seed,
          timeLimit);
    }
  }
}
