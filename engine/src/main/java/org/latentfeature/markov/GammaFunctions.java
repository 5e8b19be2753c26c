package org.latentfeature.markov;

/**
 * ln Γ and its derivative ψ for positive arguments, to about 14 digits: a fit takes (K+1)² of them
 * at each step. Small arguments are moved beyond {@link #LARGE} by the recurrence Γ(x+1) = x Γ(x),
 * and the rest is Stirling's series.
 */
final class GammaFunctions {

  /** Where the series below have converged to working precision. */
  private static final double LARGE = 10;

  private static final int STEP = 5;

  private static final double HALF_LOG_TWO_PI = 0.9189385332046727;

  private GammaFunctions() {}

  /** ψ(x), the derivative of ln Γ, for x &gt; 0. */
  static double digamma(double x) {
    double shift = 0;
    double z = x;
    while (z < LARGE) {
      // 1/z + … + 1/(z+4) over one common denominator: one division for five.
      double a = z * (z + 4);
      double b = (z + 1) * (z + 3);
      double c = z + 2;
      double pair = 2 * c * (a + b);
      shift += (pair * c + a * b) / (a * b * c);
      z += STEP;
    }
    double r = 1 / z;
    double s = r * r;
    double series =
        s
            * (1.0 / 12
                - s
                    * (1.0 / 120
                        - s * (1.0 / 252 - s * (1.0 / 240 - s * (1.0 / 132 - s * 691 / 32760)))));
    return Math.log(z) - 0.5 * r - series - shift;
  }

  /** ln Γ(x) for x &gt; 0. */
  static double lnGamma(double x) {
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
