package org.latentfeature.ibp;

import java.util.function.DoubleUnaryOperator;
import org.latentfeature.base.random.RandomStream;

/** Slice sampling of one number, by stepping out and shrinking (Neal 2003). */
final class SliceSampler {

  private SliceSampler() {}

  /**
   * The next state of the chain.
   *
   * @param log density, up to a constant
   * @param at present state
   * @param width of a step
   */
  static double next(DoubleUnaryOperator log, double at, double width, RandomStream random) {
    double level = log.applyAsDouble(at) + Math.log(1 - random.nextDouble());
    double low = at - width * random.nextDouble();
    double high = low + width;
    while (log.applyAsDouble(low) > level) {
      low -= width;
    }
    while (log.applyAsDouble(high) > level) {
      high += width;
    }
    while (true) {
      double next = low + (high - low) * random.nextDouble();
      if (log.applyAsDouble(next) > level || next == at) {
        return next;
      }
      if (next < at) {
        low = next;
      } else {
        high = next;
      }
    }
  }
}
