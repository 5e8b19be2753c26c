package org.latentfeature.ibp;

/** The Poisson distribution. */
final class Poisson {

  private Poisson() {}

  /**
   * The smallest k whose distribution function exceeds {@code u}.
   *
   * @param mean λ, up to 700
   * @param u in [0, 1)
   */
  static int quantile(double mean, double u) {
    double probability = Math.exp(-mean);
    double sum = probability;
    int k = 0;
    while (u >= sum && probability > 0) {
      k++;
      probability *= mean / k;
      sum += probability;
    }
    return k;
  }
}
