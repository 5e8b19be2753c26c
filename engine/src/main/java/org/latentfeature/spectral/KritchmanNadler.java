package org.latentfeature.spectral;

/**
 * The number of components in noisy data, and the variance of the noise, by Kritchman &amp; Nadler
 * 2009: counts the eigenvalues of the covariance that exceed the largest eigenvalue of noise alone
 * (docs/spectral.md, section 2).
 *
 * @param components K
 * @param variance σ² of the noise
 */
public record KritchmanNadler(int components, double variance) {

  /** The test's level α, of mistaking noise for a component, in per cent. */
  private static final double LEVEL = 0.5;

  private static final int MOST_ROUNDS = 30;
  private static final double ACCURACY = 1e-5;

  /**
   * Counts components.
   *
   * @param eigenvalues of the centred sample covariance, all D of them, largest first
   * @param rows N
   */
  public static KritchmanNadler of(double[] eigenvalues, int rows) {
    double quantile = Math.pow(-1.5 * Math.log(4 * Math.sqrt(Math.PI) * LEVEL / 100), 2.0 / 3.0);
    int cols = eigenvalues.length;
    double before = rest(eigenvalues, 0) / cols;
    for (int k = 1; k < Math.min(rows, cols); k++) {
      double variance = variance(eigenvalues, rows, k);
      double n = Math.sqrt(rows - 0.5);
      double q = Math.sqrt(cols - k - 0.5);
      double centre = (n + q) * (n + q);
      double spread = Math.sqrt(centre) * Math.cbrt(1 / n + 1 / q);
      // Written so that an eigenvalue of 0 is none beside noise of 0.
      if (!(rows * eigenvalues[k - 1] > variance * (centre + quantile * spread))) {
        return new KritchmanNadler(k - 1, before);
      }
      before = variance;
    }
    return new KritchmanNadler(Math.min(rows, cols) - 1, before);
  }

  /**
   * σ² if there are {@code k} components: what the other eigenvalues leave, corrected for what of
   * the noise is in the first {@code k}.
   *
   * @param eigenvalues of the centred sample covariance, all D of them, largest first
   * @param rows N
   * @param k below N and D
   */
  public static double variance(double[] eigenvalues, int rows, int k) {
    int left = eigenvalues.length - k;
    double rest = rest(eigenvalues, k);
    double variance = rest / left / (1 - (double) k / rows);
    for (int round = 0; round < MOST_ROUNDS && variance > 0; round++) {
      double taken = 0;
      for (int j = 0; j < k; j++) {
        double t = eigenvalues[j] + variance - (double) left / rows * variance;
        double discriminant = t * t - 4 * eigenvalues[j] * variance;
        double population = (t + Math.sqrt(discriminant)) / 2;
        if (discriminant < 0 || eigenvalues[j] < population) {
          return variance;
        }
        taken += eigenvalues[j] - population;
      }
      double next = (rest + taken) / left;
      if (Math.abs(next - variance) < ACCURACY * variance) {
        return variance;
      }
      variance = next;
    }
    return variance;
  }

  private static double rest(double[] eigenvalues, int from) {
    double sum = 0;
    for (int j = from; j < eigenvalues.length; j++) {
      sum += Math.max(0, eigenvalues[j]);
    }
    return sum;
  }
}
