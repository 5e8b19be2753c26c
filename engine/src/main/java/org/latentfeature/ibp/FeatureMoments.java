package org.latentfeature.ibp;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.latentfeature.base.linalg.Cholesky;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.metrics.FeatureMatching;

/**
 * Posterior moments of the features of a reference Z, over samples of one chain; labels of features
 * do not matter, since each sample's are matched to the reference by the overlap of their rows.
 */
final class FeatureMoments {

  /** Overlap of rows below which two features count as different. */
  private static final double SAME = 0.5;

  private final BinaryMatrix reference;
  private final int cols;
  private final double[][] included;
  private final double[] present;
  private final double[] dictionaries;
  private final Dense sum;
  private final Dense squares;
  private Map<BitVector, double[]> sums = new HashMap<>();
  private int samples;

  /**
   * None yet.
   *
   * @param reference N×K
   * @param cols D
   */
  FeatureMoments(BinaryMatrix reference, int cols) {
    this.reference = reference;
    this.cols = cols;
    int k = reference.cols();
    included = new double[k][reference.rows()];
    present = new double[k];
    dictionaries = new double[k];
    sum = new Dense(k, cols);
    squares = new Dense(k, cols);
  }

  /** The feature of {@code z} that is each one of the reference, or −1. */
  int[] partners(BinaryMatrix z) {
    return partners(reference, z);
  }

  /** The feature of {@code z} that is each one of {@code reference}, or −1. */
  static int[] partners(BinaryMatrix reference, BinaryMatrix z) {
    return FeatureMatching.partners(reference, z, SAME);
  }

  /** Adds a sample: which rows have which features. Returns its {@link #partners}. */
  int[] add(BinaryMatrix z) {
    int[] partner = partners(z);
    for (int k = 0; k < partner.length; k++) {
      if (partner[k] >= 0) {
        present[k]++;
        BitVector column = z.column(partner[k]);
        for (int i = column.next(0); i < column.length(); i = column.next(i + 1)) {
          included[k][i]++;
        }
      }
    }
    samples++;
    return partner;
  }

  /**
   * Adds the posterior of the dictionary given a sample: mean Ā = M ZᵀX, variance σx² M_kk.
   *
   * @param x N×D, entries may be missing, in the units of {@code scales}
   */
  void add(BinaryMatrix z, int[] partner, Scales scales, Matrix x) {
    int k = z.cols();
    if (k == 0) {
      return;
    }
    if (x.facts().missing() > 0) {
      KnownDictionary known = KnownDictionary.of(z, scales, x);
      add(partner, known.mean(), (f, j) -> known.variance().get(f, j));
      return;
    }
    Dense regular = new Dense(k, k);
    Dense inverse = new Dense(k, k);
    Dense products = new Dense(k, cols);
    Map<BitVector, double[]> now = new HashMap<>();
    for (int f = 0; f < k; f++) {
      for (int g = 0; g < k; g++) {
        regular.set(f, g, z.column(f).dot(z.column(g)) + (f == g ? scales.ratio() : 0));
      }
      inverse.set(f, f, 1);
      BitVector column = z.column(f);
      double[] known = sums.get(column);
      double[] of = known == null ? sum(column, x) : known;
      now.put(column, of);
      System.arraycopy(of, 0, products.values(), f * cols, cols);
    }
    sums = now;
    Cholesky.of(regular).solve(inverse);
    double noise = scales.noise() * scales.noise();
    add(partner, inverse.times(products), (f, j) -> noise * inverse.get(f, f));
  }

  /** The variance of an entry of A. */
  @FunctionalInterface
  private interface Variance {
    double of(int feature, int column);
  }

  private void add(int[] partner, Dense mean, Variance variance) {
    for (int r = 0; r < partner.length; r++) {
      int f = partner[r];
      if (f >= 0) {
        dictionaries[r]++;
        for (int j = 0; j < cols; j++) {
          double a = mean.get(f, j);
          sum.set(r, j, sum.get(r, j) + a);
          squares.set(r, j, squares.get(r, j) + a * a + variance.of(f, j));
        }
      }
    }
  }

  private static double[] sum(BitVector column, Matrix x) {
    double[] sum = new double[x.cols()];
    float[] row = new float[x.cols()];
    for (int i = column.next(0); i < column.length(); i = column.next(i + 1)) {
      x.getRow(i, row);
      for (int j = 0; j < row.length; j++) {
        sum[j] += row[j];
      }
    }
    return sum;
  }

  /** Adds those of another chain. */
  void add(FeatureMoments other) {
    samples += other.samples;
    for (int k = 0; k < present.length; k++) {
      present[k] += other.present[k];
      dictionaries[k] += other.dictionaries[k];
      Dense.addScaled(included[k], 0, other.included[k], 0, included[k].length, 1);
    }
    add(other.sum, other.squares);
  }

  /**
   * Adds sums of dictionaries.
   *
   * @param of the dictionaries, K×D
   * @param squared of their squares and variances, K×D
   */
  void add(Dense of, Dense squared) {
    Dense.addScaled(sum.values(), 0, of.values(), 0, sum.values().length, 1);
    Dense.addScaled(squares.values(), 0, squared.values(), 0, squares.values().length, 1);
  }

  /**
   * Adds samples of which the shares are known; whole numbers, their counts come back exactly.
   *
   * @param count of the samples
   * @param inclusion their {@link #inclusion}
   * @param presence their {@link #presence}
   * @param inSums number of dictionaries in the sums of each feature, K×1
   */
  void add(int count, Dense inclusion, Dense presence, Dense inSums) {
    samples += count;
    for (int k = 0; k < present.length; k++) {
      present[k] += Math.rint(presence.get(k, 0) * count);
      dictionaries[k] += inSums.get(k, 0);
      for (int i = 0; i < included[k].length; i++) {
        included[k][i] += Math.rint(inclusion.get(i, k) * count);
      }
    }
  }

  /** The Z to which features are matched. */
  BinaryMatrix reference() {
    return reference;
  }

  /** Number of samples added. */
  int samples() {
    return samples;
  }

  /** Returns whether the dictionary of a sample with any of these features was added. */
  boolean hasDictionary() {
    return Arrays.stream(dictionaries).anyMatch(count -> count > 0);
  }

  /** Number of dictionaries in the sums of each feature, K×1; a copy. */
  Dense dictionaries() {
    return Dense.wrap(dictionaries.length, 1, dictionaries.clone());
  }

  /** Sum of the dictionaries, K×D; a copy. */
  Dense sum() {
    return sum.copy();
  }

  /** Sum of their squares and variances, K×D; a copy. */
  Dense squares() {
    return squares.copy();
  }

  /** Share of samples in which each feature was present, K×1. */
  Dense presence() {
    double[] shares = Arrays.stream(present).map(p -> p / samples).toArray();
    return Dense.wrap(shares.length, 1, shares);
  }

  /** P(z_nk = 1), N×K: share of samples in which the row had the feature. */
  Dense inclusion() {
    Dense all = new Dense(reference.rows(), reference.cols());
    for (int k = 0; k < included.length; k++) {
      for (int i = 0; i < included[k].length; i++) {
        all.set(i, k, included[k][i] / samples);
      }
    }
    return all;
  }

  /** Mean of the dictionary, K×D, where its features were present; NaN where never. */
  Dense mean() {
    Dense mean = new Dense(sum.rows(), cols);
    for (int k = 0; k < mean.rows(); k++) {
      for (int j = 0; j < cols; j++) {
        mean.set(k, j, sum.get(k, j) / dictionaries[k]);
      }
    }
    return mean;
  }

  /** Standard deviation of the dictionary, K×D, likewise. */
  Dense deviation() {
    Dense deviation = new Dense(sum.rows(), cols);
    for (int k = 0; k < deviation.rows(); k++) {
      for (int j = 0; j < cols; j++) {
        double mean = sum.get(k, j) / dictionaries[k];
        double square = squares.get(k, j) / dictionaries[k] - mean * mean;
        deviation.set(k, j, Double.isNaN(square) ? square : Math.sqrt(Math.max(0, square)));
      }
    }
    return deviation;
  }
}
