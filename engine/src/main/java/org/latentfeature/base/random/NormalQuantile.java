package org.latentfeature.base.random;

/** The quantile of the standard normal distribution. */
public final class NormalQuantile {

  /** Beyond this, 1 − Φ has no digit left. */
  private static final double FAR = 8.5;

  private NormalQuantile() {}

  /**
   * The x with Φ(x) = {@code p}, to ten digits, by bisection.
   *
   * @param p between 0 and 1; nearer to them than 10⁻¹⁶ the answer is ±8.5
   */
  public static double of(double p) {
    double low = -FAR;
    double high = FAR;
    while (high - low > 1e-12) {
      double middle = (low + high) / 2;
      if (cumulative(middle) < p) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return (low + high) / 2;
  }

  /** Φ(x) = ½ + φ(x) (x + x³/3 + x⁵/(3·5) + …), Marsaglia 2004. */
  private static double cumulative(double x) {
    double term = x;
    double sum = 0;
    for (int odd = 3; sum + term != sum; odd += 2) {
      sum += term;
      term *= x * x / odd;
    }
    return .5 + sum * StrictMath.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
  }
}
