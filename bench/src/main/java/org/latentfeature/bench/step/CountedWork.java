package org.latentfeature.bench.step;

import java.util.Collection;
import org.latentfeature.step.Counters;

/**
 * The minimum work of a step: the operations of its matrix products, and the bytes of its passes
 * over X and the residual, as backends count them.
 *
 * @param singleFlops of products in single precision
 * @param doubleFlops of the outer loop's K×K products, in double precision
 * @param bytes 4·N·D for each pass
 */
public record CountedWork(double singleFlops, double doubleFlops, double bytes) {

  /** Returns the work that was {@code counted} on N×D rows. */
  static CountedWork of(Collection<Counters.Step> counted, int rows, int cols) {
    double flops = 0;
    double passes = 0;
    for (Counters.Step step : counted) {
      flops += step.flops();
      passes += step.passes();
    }
    return new CountedWork(flops, 0, passes * Float.BYTES * rows * cols);
  }

  CountedWork plus(CountedWork other) {
    return new CountedWork(
        singleFlops + other.singleFlops, doubleFlops + other.doubleFlops, bytes + other.bytes);
  }

  CountedWork minus(CountedWork earlier) {
    return new CountedWork(
        singleFlops - earlier.singleFlops,
        doubleFlops - earlier.doubleFlops,
        bytes - earlier.bytes);
  }
}
