package org.latentfeature.ibp;

import org.latentfeature.base.random.RandomStream;

/** Gamma random numbers (Marsaglia &amp; Tsang 2000). */
final class GammaVariate {

  private GammaVariate() {}

  /**
   * One of Gamma(shape, rate).
   *
   * @param shape above 0
   * @param rate above 0
   */
  static double next(double shape, double rate, RandomStream random) {
    if (shape < 1) {
      // A Gamma(shape + 1) times u^(1/shape) is a Gamma(shape).
      double u = 1 - random.nextDouble();
      return next(shape + 1, rate, random) * Math.pow(u, 1 / shape);
    }
    double d = shape - 1.0 / 3;
    double c = 1 / Math.sqrt(9 * d);
    while (true) {
      double x = random.nextGaussian();
      double v = 1 + c * x;
      if (v > 0) {
        double cube = v * v * v;
        double u = 1 - random.nextDouble();
        if (Math.log(u) < 0.5 * x * x + d - d * cube + d * Math.log(cube)) {
          return d * cube / rate;
        }
      }
    }
  }
}
