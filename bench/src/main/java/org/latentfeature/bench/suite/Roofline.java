package org.latentfeature.bench.suite;

import org.latentfeature.bench.step.CountedWork;

/**
 * The least time that a machine's limits leave for some work (Williams, Waterman &amp; Patterson
 * 2009): that of its products at the rate of the machine's products, or that of its bytes at the
 * rate of memory, whichever is longer.
 *
 * @param productSeconds the one
 * @param memorySeconds the other
 */
record Roofline(double productSeconds, double memorySeconds) {

  static Roofline of(CountedWork work, MeasuredLimits limits) {
    return new Roofline(
        work.singleFlops() / limits.singleFlopsPerSecond()
            + work.doubleFlops() / limits.doubleFlopsPerSecond(),
        work.bytes() / limits.bytesPerSecond());
  }

  /** Time at the limit. */
  double seconds() {
    return Math.max(productSeconds, memorySeconds);
  }

  /** Time at the limit as a share of the time that it took. */
  double share(double measured) {
    return seconds() / measured;
  }

  /** Which limit binds. */
  String bound() {
    return productSeconds >= memorySeconds ? "products" : "memory";
  }
}
