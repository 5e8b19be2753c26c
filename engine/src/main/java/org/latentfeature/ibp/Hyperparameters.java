package org.latentfeature.ibp;

import org.latentfeature.base.random.RandomStream;

/** σx, σa and α of a chain, and how they are drawn, A integrated out. */
final class Hyperparameters {

  /** A step of the slice sampler, in log σ. */
  private static final double STEP = 0.2;

  private final HyperPriors priors;
  private Scales scales;
  private FeaturePrior prior;

  /** Starts from the hyperparameters of {@code start}. */
  Hyperparameters(HyperPriors priors, ChainState start) {
    this.priors = priors;
    scales = start.scales();
    prior = start.prior();
  }

  Scales scales() {
    return scales;
  }

  /** The prior of Z, with α. */
  FeaturePrior prior() {
    return prior;
  }

  /**
   * Draws them from their posterior given Z.
   *
   * @param rows N
   * @param features K
   * @param temper β: the likelihood is raised to it
   * @param seed of the sweep
   */
  void draw(Evidence evidence, int rows, int features, double temper, long seed) {
    RandomStream random = new RandomStream(seed, "indian-buffet.hyperparameters");
    if (priors.drawNoise()) {
      double same = Math.log(scales.features());
      double noise =
          SliceSampler.next(
              log -> target(evidence, log, same, temper), Math.log(scales.noise()), STEP, random);
      scales = new Scales(Math.exp(noise), scales.features());
    }
    if (priors.drawFeatures()) {
      double same = Math.log(scales.noise());
      double size =
          SliceSampler.next(
              log -> target(evidence, same, log, temper),
              Math.log(scales.features()),
              STEP,
              random);
      scales = new Scales(scales.noise(), Math.exp(size));
    }
    if (priors.drawMass() && prior.isInfinite()) {
      double rate = HyperPriors.MASS + InfiniteFeatures.harmonic(rows);
      prior = prior.withMass(GammaVariate.next(1.0 + features, rate, random));
    }
  }

  private double target(Evidence evidence, double logNoise, double logFeatures, double temper) {
    return temper * evidence.log(new Scales(Math.exp(logNoise), Math.exp(logFeatures)))
        + priors.log(logNoise, logFeatures);
  }
}
