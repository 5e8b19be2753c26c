package org.latentfeature.ibp;

/** Multiples of a power of 2 whose sums are exact in double precision. */
final class ExactGrid {

  private static final int BITS = 52;

  private final double step;
  private final double reciprocal;

  /**
   * The finest for sums of {@code terms} numbers up to {@code largest}.
   *
   * @param largest maximum absolute value
   */
  ExactGrid(double largest, long terms) {
    int exponent = largest == 0 ? 0 : Math.getExponent(largest * terms) + 1;
    step = Math.scalb(1.0, Math.max(exponent - BITS, Double.MIN_EXPONENT));
    reciprocal = 1 / step;
  }

  /** The nearest multiple. */
  double round(double value) {
    return Math.rint(value * reciprocal) * step;
  }
}
