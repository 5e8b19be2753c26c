package org.latentfeature.bench.machine;

import java.util.SplittableRandom;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;

/**
 * Floating-point operations per second of an algebra's double-precision product at 1024³, copies of
 * its arrays included.
 */
public final class DoubleProductRate {

  private static final int SIZE = 1024;

  private final Algebra algebra;
  private final Dense square;

  /** Creates a measurement of the products of {@code algebra}. */
  public DoubleProductRate(Algebra algebra) {
    this.algebra = algebra;
    square = Dense.wrap(SIZE, SIZE, new SplittableRandom(1).doubles((long) SIZE * SIZE).toArray());
  }

  /** Flops a second. */
  @SuppressWarnings("ReturnValueIgnored")
  public double measure() {
    long start = System.nanoTime();
    algebra.multiply(square, square);
    return 2.0 * SIZE * SIZE * SIZE / ((System.nanoTime() - start) * 1e-9);
  }
}
