package org.latentfeature.bench.machine;

import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.linalg.Algebra;

/**
 * The two limits that a machine sets to every step, on as many threads as a backend uses: how fast
 * it multiplies matrices and how fast it moves data of a given size.
 *
 * <p>The backend's own products are the measure. One that has none of a library's, plain Java, is
 * held against the best double-precision product that can run on the machine, and twice that in
 * single precision.
 */
public final class MachineLimits implements AutoCloseable {

  private final DoubleProductRate doubleProduct;
  private final @Nullable SingleProductRate singleProduct;
  private final MemoryBandwidth memory;

  /**
   * Limits beside {@code backend}, which computes on the host.
   *
   * @param best the host's best algebra, for a backend that has only plain Java
   * @param bytes that a step goes through
   */
  public MachineLimits(Backend backend, Algebra best, long bytes) {
    Algebra own = backend.algebra();
    boolean library = own != Algebra.JAVA;
    doubleProduct = new DoubleProductRate(library ? own : best);
    singleProduct = library ? new SingleProductRate(backend, SingleProductRate.WIDE) : null;
    memory = new MemoryBandwidth(backend.info().threads(), bytes);
  }

  /**
   * The rates that were measured at one time.
   *
   * @param singleFlops flops a second of matrix products in single precision
   * @param doubleFlops and in double precision
   * @param bytes bytes a second
   */
  public record Rates(double singleFlops, double doubleFlops, double bytes) {}

  /** Measures once, a fraction of a second; of two ways to the same limit the faster counts. */
  public Rates measure() {
    double dbl = doubleProduct.measure();
    double single = singleProduct == null ? 0 : singleProduct.measure();
    return new Rates(Math.max(2 * dbl, single), dbl, Math.max(memory.triad(), memory.sum()));
  }

  @Override
  public void close() {
    if (singleProduct != null) {
      singleProduct.close();
    }
  }
}
