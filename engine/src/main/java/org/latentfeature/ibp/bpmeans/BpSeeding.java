package org.latentfeature.ibp.bpmeans;

import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.factor.Factors;

/**
 * BP-means++: features are rows of the residual, drawn in proportion to their squares; each is
 * taken by all rows that it helps, and leaves a residual for the next.
 */
final class BpSeeding {

  private static final long PURPOSE = 0x6270;

  private final RowResiduals residuals;
  private final long stream;

  BpSeeding(RowResiduals residuals, long seed) {
    this.residuals = residuals;
    stream = CounterRandom.stream(seed, PURPOSE);
  }

  /**
   * Up to {@code k} features: fewer if they explain X, or the next would lower the squared error by
   * no more than {@code lambda2}.
   */
  GrowingFactors seeds(Matrix x, int k, double lambda2, int restart) {
    residuals.reset(x);
    return grown(new GrowingFactors(x.rows(), x.cols()), k, lambda2, restart);
  }

  /** {@code factors} and features of what they leave: K, or fewer if these explain X. */
  GrowingFactors more(Matrix x, Factors factors, int k, int restart) {
    residuals.reset(x, factors);
    return grown(GrowingFactors.of(factors), k, 0, restart);
  }

  private GrowingFactors grown(GrowingFactors seeds, int k, double lambda2, int restart) {
    while (seeds.features() < k) {
      int n = residuals.draw(CounterRandom.uniform(stream, restart, seeds.features()));
      if (n < 0) {
        break;
      }
      RowResiduals.Taken feature = residuals.feature(n);
      if (feature.gain() <= lambda2) {
        break;
      }
      residuals.take(feature);
      seeds.add(feature);
    }
    return seeds;
  }
}
