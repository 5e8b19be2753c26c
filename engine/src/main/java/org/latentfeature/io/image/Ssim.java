package org.latentfeature.io.image;

/**
 * The structural similarity index (Wang, Bovik, Sheikh &amp; Simoncelli 2004, "Image quality
 * assessment: from error visibility to structural similarity", equation 13): windows of 11×11
 * pixels weighted by a Gaussian of σ = 1.5, K₁ = 0.01, K₂ = 0.03, a dynamic range of 255; the mean
 * over all windows that lie within the image. It is 1 for equal images, and less for all others.
 *
 * <p>In an image with fewer than 11 rows or columns, the window has that many in that direction,
 * and its weights are cut off and sum to 1 again.
 */
public final class Ssim {

  private static final int WINDOW = 11;
  private static final double SIGMA = 1.5;
  private static final double C1 = 0.01 * 255 * 0.01 * 255;
  private static final double C2 = 0.03 * 255 * 0.03 * 255;

  private Ssim() {}

  /**
   * The mean of the index over all windows.
   *
   * @throws IllegalArgumentException if the sizes differ
   */
  public static double of(Plane truth, Plane estimate) {
    SamePixels.require(truth, estimate);
    int cols = truth.cols();
    double[] vertical = window(Math.min(WINDOW, truth.rows()));
    double[] horizontal = window(Math.min(WINDOW, cols));
    float[] x = truth.values();
    float[] y = estimate.values();
    // Of one row of windows: the weighted column sums of x, y, x², y² and xy.
    double[][] sums = new double[5][cols];
    double total = 0;
    int down = truth.rows() - vertical.length + 1;
    int across = cols - horizontal.length + 1;
    for (int top = 0; top < down; top++) {
      sumColumns(x, y, top * cols, vertical, sums);
      for (int left = 0; left < across; left++) {
        total +=
            index(
                dot(horizontal, sums[0], left),
                dot(horizontal, sums[1], left),
                dot(horizontal, sums[2], left),
                dot(horizontal, sums[3], left),
                dot(horizontal, sums[4], left));
      }
    }
    return total / ((double) down * across);
  }

  /**
   * The mean of the index over the colours; opacity does not count.
   *
   * @throws IllegalArgumentException if the sizes or the numbers of planes differ
   */
  public static double of(Picture truth, Picture estimate) {
    SamePixels.require(truth, estimate);
    double sum = 0;
    int count = truth.planes().size();
    for (int c = 0; c < count; c++) {
      sum += of(truth.planes().get(c), estimate.planes().get(c));
    }
    return sum / count;
  }

  private static double index(double mx, double my, double mxx, double myy, double mxy) {
    double vx = mxx - mx * mx;
    double vy = myy - my * my;
    double covariance = mxy - mx * my;
    return (2 * mx * my + C1) * (2 * covariance + C2) / ((mx * mx + my * my + C1) * (vx + vy + C2));
  }

  private static void sumColumns(float[] x, float[] y, int at, double[] weights, double[][] sums) {
    int cols = sums[0].length;
    for (int j = 0; j < cols; j++) {
      double sx = 0;
      double sy = 0;
      double sxx = 0;
      double syy = 0;
      double sxy = 0;
      for (int i = 0; i < weights.length; i++) {
        double w = weights[i];
        double a = x[at + i * cols + j];
        double b = y[at + i * cols + j];
        sx += w * a;
        sy += w * b;
        sxx += w * a * a;
        syy += w * b * b;
        sxy += w * a * b;
      }
      sums[0][j] = sx;
      sums[1][j] = sy;
      sums[2][j] = sxx;
      sums[3][j] = syy;
      sums[4][j] = sxy;
    }
  }

  private static double dot(double[] weights, double[] values, int from) {
    double sum = 0;
    for (int k = 0; k < weights.length; k++) {
      sum += weights[k] * values[from + k];
    }
    return sum;
  }

  /** The weights in one direction, of sum 1; those in two are their products. */
  private static double[] window(int length) {
    double[] weights = new double[length];
    double sum = 0;
    for (int k = 0; k < length; k++) {
      double distance = (k - (length - 1) / 2.0) / SIGMA;
      weights[k] = Math.exp(-distance * distance / 2);
      sum += weights[k];
    }
    for (int k = 0; k < length; k++) {
      weights[k] /= sum;
    }
    return weights;
  }
}
