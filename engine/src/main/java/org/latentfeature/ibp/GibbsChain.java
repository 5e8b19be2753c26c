package org.latentfeature.ibp;

import org.latentfeature.progress.StopSignal;
import org.latentfeature.random.CounterRandom;
import org.latentfeature.random.RandomStream;

/**
 * One chain of collapsed Gibbs sampling with its hyperparameters. Its future depends on {@link
 * #state} alone, bit for bit. Not thread-safe.
 */
final class GibbsChain {

  /** A step of the slice sampler, in log σ. */
  private static final double STEP = 0.2;

  private final SumProducts sums;
  private final HyperPriors priors;
  private final int dimensions;
  private final long seed;
  private final LiveColumns z;
  private final CollapsedSweep rows;

  private int sweep;
  private Scales scales;
  private FeaturePrior prior;
  private Evidence evidence;

  /**
   * A chain that begins with {@code start}.
   *
   * @param sums of X, of this chain alone
   * @param dimensions D, of X as given, whatever its reduction
   * @param most features at once
   * @param seed of the chain's random numbers
   */
  GibbsChain(
      SumProducts sums, HyperPriors priors, int dimensions, int most, long seed, ChainState start) {
    this.sums = sums;
    this.priors = priors;
    this.dimensions = dimensions;
    this.seed = seed;
    sweep = start.sweep();
    scales = start.scales();
    prior = start.prior();
    z = new LiveColumns(start.z());
    sums.start(z);
    rows = new CollapsedSweep(sums, z, dimensions, most, scales, prior);
    evidence = evidence();
  }

  private Evidence evidence() {
    return new Evidence(sums.rows(), dimensions, sums.squaredNorm(), z.gram(), sums.inner(z));
  }

  /**
   * One sweep over the rows, then a draw of the hyperparameters.
   *
   * @param temper β: the likelihood is raised to it; 1 but in annealing
   * @throws org.latentfeature.progress.StoppedException if {@code stop} is set; the chain is then
   *     between two rows, and only good for a last look
   */
  void sweep(double temper, StopSignal stop) {
    rows.run(scales, prior, temper, CounterRandom.stream(seed, sweep), stop);
    evidence = evidence();
    drawHyperparameters(temper);
    sweep++;
  }

  private void drawHyperparameters(double temper) {
    RandomStream random =
        new RandomStream(CounterRandom.stream(seed, sweep), "indian-buffet.hyperparameters");
    if (priors.drawNoise()) {
      double features = Math.log(scales.features());
      double noise =
          SliceSampler.next(
              log -> target(log, features, temper), Math.log(scales.noise()), STEP, random);
      scales = new Scales(Math.exp(noise), scales.features());
    }
    if (priors.drawFeatures()) {
      double noise = Math.log(scales.noise());
      double features =
          SliceSampler.next(
              log -> target(noise, log, temper), Math.log(scales.features()), STEP, random);
      scales = new Scales(scales.noise(), Math.exp(features));
    }
    if (priors.drawMass() && prior.isInfinite()) {
      double rate = HyperPriors.MASS + InfiniteFeatures.harmonic(sums.rows());
      prior = prior.withMass(GammaVariate.next(1.0 + z.features(), rate, random));
    }
  }

  private double target(double logNoise, double logFeatures, double temper) {
    return temper * evidence.log(new Scales(Math.exp(logNoise), Math.exp(logFeatures)))
        + priors.log(logNoise, logFeatures);
  }

  /** Where the chain is. */
  ChainState state() {
    return new ChainState(sweep, z.toMatrix(), scales, prior);
  }

  /** K. */
  int features() {
    return z.features();
  }

  /** σx and σa. */
  Scales scales() {
    return scales;
  }

  /** α. */
  double mass() {
    return prior.mass();
  }

  /** log p(X, Z | σx, σa, α). */
  double logJoint() {
    return evidence.log(scales) + prior.log(z.toMatrix());
  }

  /** |X − Z Ā|². */
  double squaredError() {
    return evidence.squaredError(scales);
  }

  /** Whether a feature was not born since there are as many as allowed. */
  boolean isFull() {
    return rows.isFull();
  }

  /** The columns. */
  LiveColumns columns() {
    return z;
  }
}
