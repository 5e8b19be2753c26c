package org.latentfeature.evidence.recovery;

import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.fit.metrics.FeatureMatching;
import org.latentfeature.report.chart.LineChart;

/**
 * Compares the probability p with which bits are predicted to be on with the share of them that are
 * on: bits of problems with a known Z, in ten bins of their probability.
 */
public final class Calibration {

  /** Number of bins. */
  public static final int BINS = 10;

  /**
   * Smallest overlap with a feature of the ground truth at which two features count as the same.
   */
  private static final double SAME = 0.3;

  private final double[] said = new double[BINS];
  private final long[] on = new long[BINS];
  private final long[] bits = new long[BINS];

  /**
   * Adds the bits of all features that a posterior has in common with the ground truth.
   *
   * @param truth N×K
   * @param reference the features of the posterior, N×K'
   * @param inclusion their probabilities, N×K'
   * @return number of features in common
   */
  public int add(BinaryMatrix truth, BinaryMatrix reference, Dense inclusion) {
    int[] partners = FeatureMatching.partners(truth, reference, SAME);
    int common = 0;
    for (int k = 0; k < partners.length; k++) {
      if (partners[k] < 0) {
        continue;
      }
      common++;
      for (int i = 0; i < truth.rows(); i++) {
        double p = inclusion.get(i, partners[k]);
        int bin = Math.min(BINS - 1, (int) (BINS * p));
        said[bin] += p;
        bits[bin]++;
        on[bin] += truth.get(i, k) ? 1 : 0;
      }
    }
    return common;
  }

  /** Number of bits in bin {@code b}, from b/10 to (b+1)/10. */
  public long bits(int b) {
    return bits[b];
  }

  /** Their mean probability; NaN if there are none. */
  public double said(int b) {
    return said[b] / bits[b];
  }

  /** The share of them that is on; NaN if there are none. */
  public double on(int b) {
    return (double) on[b] / bits[b];
  }

  /** The reliability chart as an SVG element: shares against probabilities, beside the diagonal. */
  public String svg() {
    double[] x = new double[BINS];
    double[] y = new double[BINS];
    for (int b = 0; b < BINS; b++) {
      x[b] = said(b);
      y[b] = on(b);
    }
    double[] ends = {0, 1};
    return new LineChart("Reliability of bits", "probability said", "share that is on")
        .mark("calibrated", ends, ends)
        .line("bits", x, y)
        .svg();
  }
}
