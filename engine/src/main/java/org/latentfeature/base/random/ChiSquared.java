package org.latentfeature.base.random;

/** The chi-squared distribution, which is the gamma distribution of shape freedom/2 and scale 2. */
public final class ChiSquared {

  private ChiSquared() {}

  /**
   * The quantile, by the cube of a normal variable (Wilson &amp; Hilferty 1931): for 20 degrees of
   * freedom and more, and probabilities from 0.5 to 0.99, within a thousandth of its value; of
   * fewer degrees within four hundredths.
   *
   * @param normalQuantile the quantile of the standard normal distribution at the same probability
   * @param freedom degrees of freedom
   */
  public static double quantile(double normalQuantile, int freedom) {
    double variance = 2 / (9.0 * freedom);
    double root = 1 - variance + normalQuantile * Math.sqrt(variance);
    return freedom * root * root * root;
  }
}
