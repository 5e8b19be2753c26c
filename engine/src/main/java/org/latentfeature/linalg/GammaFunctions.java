package org.latentfeature.linalg;

/**
 * The logarithm of the gamma function and its derivative, for positive arguments: Stirling's series
 * from 12 on, and the recurrence Γ(x + 1) = x Γ(x) below. Relative errors are near 10⁻¹⁵.
 */
public final class GammaFunctions {

  /** From here on the series are exact to double precision. */
  private static final double LARGE = 12;

  private static final double HALF_LOG_2_PI = 0.5 * Math.log(2 * Math.PI);

  private GammaFunctions() {}

  /**
   * log Γ(x).
   *
   * @param x above 0
   */
  public static double logGamma(double x) {
    double product = 1;
    double at = requirePositive(x);
    for (; at < LARGE; at++) {
      product *= at;
    }
    double r = 1 / (at * at);
    double tail = 1.0 / 1260 - r * (1.0 / 1680 - r * (1.0 / 1188 - r * 691.0 / 360360));
    double series = (1.0 / 12 - r * (1.0 / 360 - r * tail)) / at;
    return (at - 0.5) * Math.log(at) - at + HALF_LOG_2_PI + series - Math.log(product);
  }

  /**
   * ψ(x) = d log Γ(x) / dx.
   *
   * @param x above 0
   */
  public static double digamma(double x) {
    double below = 0;
    double at = requirePositive(x);
    for (; at < LARGE; at++) {
      below += 1 / at;
    }
    double r = 1 / (at * at);
    double tail = 1.0 / 240 - r * (1.0 / 132 - r * (691.0 / 32760 - r / 12));
    double series = r * (1.0 / 12 - r * (1.0 / 120 - r * (1.0 / 252 - r * tail)));
    return Math.log(at) - 0.5 / at - series - below;
  }

  private static double requirePositive(double x) {
    if (!(x > 0)) {
      throw new IllegalArgumentException("x is " + x + "; it must be above 0");
    }
    return x;
  }
}
