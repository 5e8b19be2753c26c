package org.latentfeature.base.linalg;

/**
 * ln Γ and its derivative ψ for positive arguments, to about 14 digits: a fit takes (K+1)² of them
 * at each step. Small arguments are moved beyond {@link #LARGE} by the recurrence Γ(x+1) = x Γ(x),
 * and the rest is Stirling's series.
 */
public final class GammaFunctions {

  /** Where the series below have converged to working precision. */
  private static final double LARGE = 10;

  /** Where the longer series of ψ has, and how far it moves its arguments. */
  private static final int FAR = 8;

  private static final double HALF_LOG_TWO_PI = 0.9189385332046727;

  private GammaFunctions() {}

  /** ψ(x), the derivative of ln Γ, for x &gt; 0. */
  public static double digamma(double x) {
    double shift = 0;
    double z = x;
    if (z < FAR) {
      // 1/z + … + 1/(z+7), in pairs of equal sums over one denominator: one division for eight.
      double a = z * (z + 7);
      double b = (z + 1) * (z + 6);
      double c = (z + 2) * (z + 5);
      double d = (z + 3) * (z + 4);
      shift = (2 * z + 7) * ((a + b) * (c * d) + (c + d) * (a * b)) / (a * b * (c * d));
      z += FAR;
    }
    double r = 1 / z;
    double s = r * r;
    double tail = 1.0 / 240 - s * (1.0 / 132 - s * (691.0 / 32760 - s * (1.0 / 12)));
    double series = s * (1.0 / 12 - s * (1.0 / 120 - s * (1.0 / 252 - s * tail)));
    return Math.log(z) - 0.5 * r - series - shift;
  }

  /**
   * ln Γ(x) for x &gt; 0.
   *
   * @throws IllegalArgumentException if x is below 0
   */
  public static double lnGamma(double x) {
    if (x < 0) {
      throw new IllegalArgumentException("ln Γ of " + x + "; x must be above 0");
    }
    double product = 1;
    double z = x;
    while (z < LARGE) {
      product *= z;
      z++;
    }
    double r = 1 / z;
    double s = r * r;
    double series =
        r
            * (1.0 / 12
                - s
                    * (1.0 / 360
                        - s
                            * (1.0 / 1260
                                - s * (1.0 / 1680 - s * (1.0 / 1188 - s * 691 / 360360)))));
    return (z - 0.5) * Math.log(z) - z + HALF_LOG_TWO_PI + series - Math.log(product);
  }
}
