package org.latentfeature.lasso;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Options of a fit. {@link #of} gives the defaults; the {@code with…} methods change one.
 *
 * @param k number of features, K
 * @param method how K features are reached
 * @param penalty of the convex fit; null for a decreasing sequence derived from the data and K
 * @param corrective solver of the corrective step
 * @param seed of every random number of the fit
 * @param rank r, length of the SDP's unit vectors
 * @param sweepTolerance relative gain of a sweep below which sweeping stops
 * @param maxSweeps most sweeps a greedy step
 * @param hyperplanes random roundings a greedy step
 * @param candidates most atoms a greedy step adds
 * @param polishPasses most passes of single flips over the rows
 * @param maxSteps most greedy steps of one convex fit
 * @param timeLimit when to stop with the best so far; null for never
 */
public record LassoOptions(
    int k,
    Method method,
    @Nullable Penalty penalty,
    Corrective corrective,
    long seed,
    int rank,
    double sweepTolerance,
    int maxSweeps,
    int hyperplanes,
    int candidates,
    int polishPasses,
    int maxSteps,
    @Nullable Duration timeLimit) {

  /** Checks the ranges. */
  public LassoOptions {
    if (k < 1) {
      throw new IllegalArgumentException("K is " + k + "; a fit needs at least 1 feature");
    }
    if (rank < 2
        || maxSweeps < 1
        || hyperplanes < 1
        || candidates < 1
        || polishPasses < 0
        || maxSteps < 1) {
      throw new IllegalArgumentException(
          "rank must be at least 2, sweeps, hyperplanes, candidates and steps at least 1, passes at"
              + " least 0");
    }
    if (!(sweepTolerance > 0 && sweepTolerance < 1)) {
      throw new IllegalArgumentException(
          "sweep tolerance is " + sweepTolerance + "; it must lie between 0 and 1");
    }
  }

  /** The defaults for K features. */
  public static LassoOptions of(int k) {
    // More features need more atoms a step: each step's corrective problem grows with K.
    int candidates = Math.min(24, Math.max(8, k / 4));
    return new LassoOptions(
        k,
        Method.BEST,
        null,
        Corrective.NEWTON,
        0,
        8,
        1e-3,
        100,
        Math.max(64, 5 * candidates),
        candidates,
        20,
        1000,
        null);
  }

  /** With another number of features. */
  public LassoOptions withK(int value) {
    return new LassoOptions(
        value,
        method,
        penalty,
        corrective,
        seed,
        rank,
        sweepTolerance,
        maxSweeps,
        hyperplanes,
        candidates,
        polishPasses,
        maxSteps,
        timeLimit);
  }

  /** With another method. */
  public LassoOptions withMethod(Method value) {
    return new LassoOptions(
        k,
        value,
        penalty,
        corrective,
        seed,
        rank,
        sweepTolerance,
        maxSweeps,
        hyperplanes,
        candidates,
        polishPasses,
        maxSteps,
        timeLimit);
  }

  /** With a given penalty, or null for the default sequence. */
  public LassoOptions withPenalty(@Nullable Penalty value) {
    return new LassoOptions(
        k,
        method,
        value,
        corrective,
        seed,
        rank,
        sweepTolerance,
        maxSweeps,
        hyperplanes,
        candidates,
        polishPasses,
        maxSteps,
        timeLimit);
  }

  /** With another solver of the corrective step. */
  public LassoOptions withCorrective(Corrective value) {
    return new LassoOptions(
        k,
        method,
        penalty,
        value,
        seed,
        rank,
        sweepTolerance,
        maxSweeps,
        hyperplanes,
        candidates,
        polishPasses,
        maxSteps,
        timeLimit);
  }

  /** With another seed. */
  public LassoOptions withSeed(long value) {
    return new LassoOptions(
        k,
        method,
        penalty,
        corrective,
        value,
        rank,
        sweepTolerance,
        maxSweeps,
        hyperplanes,
        candidates,
        polishPasses,
        maxSteps,
        timeLimit);
  }

  /** With a time limit, or null for none. */
  public LassoOptions withTimeLimit(@Nullable Duration value) {
    return new LassoOptions(
        k,
        method,
        penalty,
        corrective,
        seed,
        rank,
        sweepTolerance,
        maxSweeps,
        hyperplanes,
        candidates,
        polishPasses,
        maxSteps,
        value);
  }
}
