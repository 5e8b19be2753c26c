package org.latentfeature.ibp;

/** The range of α. */
final class Masses {

  private Masses() {}

  /** Checks it. */
  static void require(double alpha) {
    if (!(alpha > 0 && alpha <= Double.MAX_VALUE)) {
      throw new IllegalArgumentException("alpha is " + alpha + "; it must be above 0");
    }
  }
}
