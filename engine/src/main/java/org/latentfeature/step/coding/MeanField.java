package org.latentfeature.step.coding;

import org.latentfeature.base.linalg.Dense;

/**
 * Soft codes of one row for a fixed dictionary W (K×D): q_k = P(z_k = 1 | known entries of x), by
 * mean field. The row is Wᵀz and normal noise of variance σ², and has feature k with probability
 * p_k. Over the known entries Ω, with the residual a = x − Wᵀq,
 *
 * <pre>logit q_k = (g_k − ½‖w_k‖²)/σ² + logit p_k,   g_k = a·w_k + q_k‖w_k‖²,</pre>
 *
 * feature after feature. Each such step maximises the bound of the row's evidence in its q_k, so no
 * pass lowers that. Has scratch memory: use it from one thread.
 */
public final class MeanField {

  /** After these few, most rows no longer change. */
  private static final int PASSES = 4;

  private final Dense w;
  private final double variance;
  private final double[] logOdds;
  private final int[] known;
  private final double[] residual;
  private int count;

  /**
   * For the dictionary {@code w} (K×D).
   *
   * @param variance of the noise, σ²
   * @param shares the K probabilities p_k, between 0 and 1 but neither
   */
  public MeanField(Dense w, double variance, double[] shares) {
    this.w = w;
    // Without noise the odds are infinite, but never 0/0.
    this.variance = Math.max(variance, Double.MIN_NORMAL);
    logOdds = new double[w.rows()];
    for (int k = 0; k < logOdds.length; k++) {
      logOdds[k] = Math.log(shares[k] / (1 - shares[k]));
    }
    known = new int[w.cols()];
    residual = new double[w.cols()];
  }

  /**
   * Improves the probabilities of a row.
   *
   * @param x the row, NaN for a missing entry
   * @param q K probabilities to start from, such as a code's zeros and ones; the result
   */
  public void improve(float[] x, double[] q) {
    load(x, q);
    for (int pass = 0; pass < PASSES; pass++) {
      for (int k = 0; k < q.length; k++) {
        double was = q[k];
        q[k] = probability(k, was);
        subtract(k, q[k] - was);
      }
    }
  }

  private void load(float[] x, double[] q) {
    count = 0;
    for (int j = 0; j < x.length; j++) {
      if (!Float.isNaN(x[j])) {
        known[count] = j;
        residual[count++] = x[j];
      }
    }
    for (int k = 0; k < q.length; k++) {
      subtract(k, q[k]);
    }
  }

  private double probability(int k, double was) {
    double[] values = w.values();
    int row = k * w.cols();
    double product = 0;
    double size = 0;
    for (int at = 0; at < count; at++) {
      double v = values[row + known[at]];
      product += residual[at] * v;
      size += v * v;
    }
    double odds = (product + (was - .5) * size) / variance + logOdds[k];
    return 1 / (1 + Math.exp(-odds));
  }

  /** Takes {@code weight} times feature {@code k} from the residual. */
  private void subtract(int k, double weight) {
    if (weight == 0) {
      return;
    }
    double[] values = w.values();
    int row = k * w.cols();
    for (int at = 0; at < count; at++) {
      residual[at] -= weight * values[row + known[at]];
    }
  }
}
