package org.latentfeature.fit.sequence;

import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;

/**
 * The probabilities that a feature switches from a row to the next: K independent chains of two
 * states each.
 */
public final class SwitchRates {

  private final double[] on;
  private final double[] off;

  private SwitchRates(double[] on, double[] off) {
    this.on = on;
    this.off = off;
  }

  /**
   * Returns those of features whose rows are in order, (n + 1)/(N + 2) of n switches in N rows that
   * could: never 0 or 1.
   *
   * @param z N×K
   */
  public static SwitchRates of(BinaryMatrix z) {
    double[] on = new double[z.cols()];
    double[] off = new double[z.cols()];
    for (int k = 0; k < on.length; k++) {
      BitVector column = z.column(k);
      int[] rows = new int[2];
      int[] switches = new int[2];
      for (int i = 0; i + 1 < z.rows(); i++) {
        int state = column.get(i) ? 1 : 0;
        rows[state]++;
        switches[state] += column.get(i + 1) == column.get(i) ? 0 : 1;
      }
      on[k] = (switches[0] + 1.) / (rows[0] + 2.);
      off[k] = (switches[1] + 1.) / (rows[1] + 2.);
    }
    return new SwitchRates(on, off);
  }

  /** Returns the number of features, K. */
  public int features() {
    return on.length;
  }

  /**
   * Returns the probability that feature {@code k} is on in a row if it was off in the one before.
   */
  public double on(int k) {
    return on[k];
  }

  /**
   * Returns the probability that feature {@code k} is off in a row if it was on in the one before.
   */
  public double off(int k) {
    return off[k];
  }

  /** Returns the share of rows that have feature {@code k} in the long run. */
  double share(int k) {
    return on[k] / (on[k] + off[k]);
  }
}
