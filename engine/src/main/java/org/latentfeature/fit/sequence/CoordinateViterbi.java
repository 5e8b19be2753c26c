package org.latentfeature.fit.sequence;

import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;

/**
 * The most probable column of one feature given all others, by Viterbi's algorithm over its two
 * states, feature after feature until none changes: where features are too many for {@link
 * ForwardBackward}. The probability of Z given X, W and the rates never falls.
 */
final class CoordinateViterbi {

  private static final int MAX_PASSES = 50;

  private final Dense gram;
  private final double variance;
  private final SwitchRates rates;

  /** x_n · w_k, at K n + k. */
  private final double[] products;

  private final int rows;

  /**
   * Begins with codes.
   *
   * @param x N×D
   * @param w K×D
   * @param variance σ² of the noise
   */
  CoordinateViterbi(Matrix x, Dense w, double variance, SwitchRates rates) {
    this.variance = variance;
    this.rates = rates;
    rows = x.rows();
    gram = w.timesTransposed(w);
    int k = w.rows();
    products = new double[Math.multiplyExact(rows, k)];
    float[] row = new float[x.cols()];
    for (int i = 0; i < rows; i++) {
      x.getRow(i, row);
      for (int j = 0; j < k; j++) {
        double dot = 0;
        for (int d = 0; d < row.length; d++) {
          dot += row[d] * w.values()[j * row.length + d];
        }
        products[i * k + j] = dot;
      }
    }
  }

  /**
   * Returns codes that no change of one column makes more probable.
   *
   * @param start N×K
   */
  BinaryMatrix run(BinaryMatrix start, StopSignal stop) {
    BinaryMatrix z = start;
    for (int pass = 0; pass < MAX_PASSES; pass++) {
      BinaryMatrix before = z;
      for (int j = 0; j < z.cols(); j++) {
        stop.check();
        z = z.replace(j, best(z, j));
      }
      if (z.equals(before)) {
        break;
      }
    }
    return z;
  }

  /** The most probable column {@code j}. */
  private BitVector best(BinaryMatrix z, int j) {
    double stayOff = Math.log1p(-rates.on(j));
    double turnOn = Math.log(rates.on(j));
    double stayOn = Math.log1p(-rates.off(j));
    double turnOff = Math.log(rates.off(j));
    double off = Math.log1p(-rates.share(j));
    double on = Math.log(rates.share(j)) + gain(z, 0, j);
    boolean[] wasOnBeforeOff = new boolean[rows];
    boolean[] wasOnBeforeOn = new boolean[rows];
    for (int i = 1; i < rows; i++) {
      wasOnBeforeOff[i] = on + turnOff > off + stayOff;
      wasOnBeforeOn[i] = on + stayOn >= off + turnOn;
      double nextOff = wasOnBeforeOff[i] ? on + turnOff : off + stayOff;
      double nextOn = (wasOnBeforeOn[i] ? on + stayOn : off + turnOn) + gain(z, i, j);
      off = nextOff;
      on = nextOn;
    }
    boolean[] column = new boolean[rows];
    boolean isOn = on > off;
    for (int i = rows - 1; i >= 0; i--) {
      column[i] = isOn;
      isOn = isOn ? wasOnBeforeOn[i] : wasOnBeforeOff[i];
    }
    return BitVector.of(column);
  }

  /** How much likelier row {@code i} is, in nats, with feature {@code j} than without it. */
  private double gain(BinaryMatrix z, int i, int j) {
    int k = gram.rows();
    double gain = products[i * k + j] - gram.get(j, j) / 2;
    for (int other = 0; other < k; other++) {
      if (other != j && z.get(i, other)) {
        gain -= gram.get(j, other);
      }
    }
    return gain / variance;
  }
}
