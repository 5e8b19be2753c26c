package org.latentfeature.ibp.variational;

import org.latentfeature.base.random.RandomStream;

/** Draws from the distributions of a variational posterior. */
final class Drawn {

  private final RandomStream random;

  Drawn(long seed) {
    random = new RandomStream(seed, "test.posterior");
  }

  boolean coin(double p) {
    return random.nextDouble() < p;
  }

  double normal() {
    return random.nextGaussian();
  }

  /** {log b, log(1 − b)} of b ~ Beta(first, second). */
  double[] logBeta(double first, double second) {
    double x = logGamma(first);
    double y = logGamma(second);
    double sum = Math.max(x, y) + Math.log1p(Math.exp(-Math.abs(x - y)));
    return new double[] {x - sum, y - sum};
  }

  /** log of Gamma(shape, 1), by Marsaglia and Tsang's method. */
  private double logGamma(double shape) {
    double a = shape < 1 ? shape + 1 : shape;
    double lower = shape < 1 ? Math.log(1 - random.nextDouble()) / shape : 0;
    double d = a - 1.0 / 3;
    while (true) {
      double z = random.nextGaussian();
      double v = Math.pow(1 + z / Math.sqrt(9 * d), 3);
      if (v > 0 && Math.log(1 - random.nextDouble()) < 0.5 * z * z + d - d * v + d * Math.log(v)) {
        return Math.log(d * v) + lower;
      }
    }
  }
}
