package org.latentfeature.io.image;

/**
 * Peak signal-to-noise ratio in decibels, 10 log₁₀(255² / mean squared error): the peak is white,
 * 255 grey levels. Equal images have an infinite one.
 */
public final class Psnr {

  private static final double PEAK = 255;

  private Psnr() {}

  /**
   * The ratio over all pixels.
   *
   * @throws IllegalArgumentException if the sizes differ
   */
  public static double of(Plane truth, Plane estimate) {
    return decibels(squaredError(truth, estimate), truth.values().length);
  }

  /**
   * The ratio over all pixels of all colours; opacity does not count.
   *
   * @throws IllegalArgumentException if the sizes or the numbers of planes differ
   */
  public static double of(Picture truth, Picture estimate) {
    SamePixels.require(truth, estimate);
    double sum = 0;
    long count = 0;
    for (int c = 0; c < truth.planes().size(); c++) {
      sum += squaredError(truth.planes().get(c), estimate.planes().get(c));
      count += truth.planes().get(c).values().length;
    }
    return decibels(sum, count);
  }

  private static double squaredError(Plane truth, Plane estimate) {
    SamePixels.require(truth, estimate);
    float[] a = truth.values();
    float[] b = estimate.values();
    double sum = 0;
    for (int p = 0; p < a.length; p++) {
      double difference = (double) a[p] - b[p];
      sum += difference * difference;
    }
    return sum;
  }

  private static double decibels(double squaredError, long count) {
    return 10 * Math.log10(PEAK * PEAK * count / squaredError);
  }
}
