package org.latentfeature.step.coding;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.LearnedColumns;
import org.latentfeature.data.Matrix;

/**
 * The features of rows and their weights: row i is reconstructed as Σ_k c_ik w_k over its features
 * k. Treat as immutable: the weights are not copied.
 */
public final class Codes {

  private final BinaryMatrix z;
  private final @Nullable Matrix weights;

  private Codes(BinaryMatrix z, @Nullable Matrix weights) {
    this.z = z;
    this.weights = weights;
  }

  /** Every feature with weight 1: the reconstruction is Z W. */
  public static Codes binary(BinaryMatrix z) {
    return new Codes(z, null);
  }

  /**
   * Features with weights.
   *
   * @param z incidence matrix, N×K
   * @param weights N×K, c; entries of features that a row lacks are ignored
   * @throws IllegalArgumentException if the shapes differ
   */
  public static Codes weighted(BinaryMatrix z, Matrix weights) {
    if (z.rows() != weights.rows() || z.cols() != weights.cols()) {
      throw new IllegalArgumentException(
          "weights of %d×%d for an incidence of %d×%d"
              .formatted(weights.rows(), weights.cols(), z.rows(), z.cols()));
    }
    return new Codes(z, weights);
  }

  /**
   * Returns the codes that follow from weights alone: a row has the features whose weight is not 0.
   *
   * @param weights N×K, c
   */
  public static Codes weighted(Matrix weights) {
    boolean[][] has = new boolean[weights.cols()][weights.rows()];
    float[] row = new float[weights.cols()];
    for (int i = 0; i < weights.rows(); i++) {
      weights.getRow(i, row);
      for (int k = 0; k < row.length; k++) {
        has[k][i] = row[k] != 0;
      }
    }
    return weighted(
        BinaryMatrix.ofColumns(weights.rows(), Arrays.stream(has).map(BitVector::of).toList()),
        weights);
  }

  /** Incidence, N×K. */
  public BinaryMatrix z() {
    return z;
  }

  /** Returns whether there are weights besides 0 and 1. */
  public boolean areWeighted() {
    return weights != null;
  }

  /** c_ik; 0 where row {@code i} lacks feature {@code k}. */
  public double weight(int i, int k) {
    return !z.get(i, k) ? 0 : weights == null ? 1 : weights.get(i, k);
  }

  /** Mean of feature {@code k}'s weights over the rows that have it; NaN if none has. */
  public double meanWeight(int k) {
    double sum = 0;
    for (int i = 0; i < z.rows(); i++) {
      sum += weight(i, k);
    }
    return sum / z.column(k).count();
  }

  /** Root mean square of feature {@code k}'s weights over those rows; NaN if none has it. */
  public double typicalWeight(int k) {
    double sum = 0;
    for (int i = 0; i < z.rows(); i++) {
      sum += weight(i, k) * weight(i, k);
    }
    return Math.sqrt(sum / z.column(k).count());
  }

  /** The weights as a copy, N arrays of K; 0 where a row lacks a feature. */
  public double[][] toArray() {
    double[][] all = new double[z.rows()][z.cols()];
    for (int i = 0; i < all.length; i++) {
      for (int k = 0; k < all[i].length; k++) {
        all[i][k] = weight(i, k);
      }
    }
    return all;
  }

  @Override
  public String toString() {
    return "codes of " + z + (areWeighted() ? ", weighted" : "");
  }

  /**
   * The reconstruction, N×D; NaN in columns where W is.
   *
   * @param w dictionary, K×D
   */
  public Matrix times(Dense w) {
    Matrix product = Matrix.allocate(z.rows(), w.cols());
    double[] sum = new double[w.cols()];
    float[] row = new float[w.cols()];
    for (int i = 0; i < z.rows(); i++) {
      Arrays.fill(sum, 0);
      for (int k = 0; k < z.cols(); k++) {
        if (z.get(i, k)) {
          double weight = weight(i, k);
          for (int j = 0; j < sum.length; j++) {
            sum[j] += weight * w.get(k, j);
          }
        }
      }
      for (int j = 0; j < sum.length; j++) {
        row[j] = LearnedColumns.isLearned(w, j) ? (float) sum[j] : Float.NaN;
      }
      product.setRow(i, row);
    }
    return product;
  }
}
