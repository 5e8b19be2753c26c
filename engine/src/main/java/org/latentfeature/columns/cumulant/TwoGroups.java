package org.latentfeature.columns.cumulant;

import java.util.ArrayList;
import java.util.List;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;

/**
 * Rows split along directions: along that of a feature of prevalence π they take the values
 * −π/√(π(1−π)) and (1−π)/√(π(1−π)), which are separated half-way, with π from the third cumulant.
 *
 * @param columns which rows are in the group of larger values, up to sign
 * @param clear along which directions the rows do fall into two groups
 */
record TwoGroups(List<BitVector> columns, BitVector clear) {

  /** Prevalences below this count as 0. */
  private static final double LEAST = 1e-3;

  /** Half of the variance within the halves of the best split of a normal distribution, 1 − 2/π. */
  private static final double CLEAR = 0.5 * (1 - 2 / Math.PI);

  /**
   * Splits each column of {@code along}.
   *
   * @param along products of the rows with directions, each of mean 0 and variance about 1
   */
  static TwoGroups of(Matrix along) {
    List<BitVector> columns = new ArrayList<>();
    boolean[] clear = new boolean[along.cols()];
    double[] t = new double[along.rows()];
    for (int k = 0; k < clear.length; k++) {
      for (int i = 0; i < t.length; i++) {
        t[i] = along.get(i, k);
      }
      BitVector z = split(t);
      columns.add(z);
      clear[k] = within(t, z) < CLEAR;
    }
    return new TwoGroups(columns, BitVector.of(clear));
  }

  /** How many directions show no two groups. */
  int unclear() {
    return clear.length() - clear.count();
  }

  private static BitVector split(double[] t) {
    double third = 0;
    for (double v : t) {
      third += v * v * v;
    }
    double sign = third < 0 ? -1 : 1;
    third = Math.abs(third) / t.length;
    double p = Math.max(LEAST, (1 - third / Math.sqrt(4 + third * third)) / 2);
    double threshold = (1 - 2 * p) / (2 * Math.sqrt(p * (1 - p)));
    boolean[] z = new boolean[t.length];
    for (int i = 0; i < z.length; i++) {
      z[i] = sign * t[i] > threshold;
    }
    return BitVector.of(z);
  }

  /** The share of Σt² that is within the groups of z. */
  private static double within(double[] t, BitVector z) {
    double[] sums = new double[2];
    double squares = 0;
    for (int i = 0; i < t.length; i++) {
      sums[z.get(i) ? 1 : 0] += t[i];
      squares += t[i] * t[i];
    }
    int ones = z.count();
    double between =
        sums[1] * sums[1] / Math.max(1, ones) + sums[0] * sums[0] / Math.max(1, t.length - ones);
    return squares > 0 ? 1 - between / squares : 1;
  }
}
