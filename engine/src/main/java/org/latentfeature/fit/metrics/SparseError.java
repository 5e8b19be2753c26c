package org.latentfeature.fit.metrics;

import java.util.Arrays;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.SparseRows;

/**
 * Squared errors of sparse rows by entries that are not zero: ‖x‖² − 2 xᵀWᵀz + zᵀWWᵀz, in double
 * precision; entry by entry where the fit is so good that these cancel.
 */
public final class SparseError {

  /** Share of its terms below which their sum has lost too many digits. */
  private static final double CANCELLED = 1e-9;

  private final SparseRows x;
  private final int first;
  private final BinaryMatrix z;
  private final Dense w;
  private final Dense gram;
  private final int[] ones;
  private final double[] row;
  private final double[] crosses;
  private int count;
  private double squaredNorm;

  /**
   * Errors of X − Z W, N×D.
   *
   * @param z N×K
   * @param w K×D
   */
  public SparseError(SparseRows x, BinaryMatrix z, Dense w) {
    this(x, 0, z, w);
  }

  /** Errors of rows of which the first is number {@code first} of Z. */
  private SparseError(SparseRows x, int first, BinaryMatrix z, Dense w) {
    this.x = x;
    this.first = first;
    this.z = z;
    this.w = w;
    gram = w.timesTransposed(w);
    ones = new int[z.cols()];
    crosses = new double[z.cols()];
    row = new double[x.cols()];
  }

  /** {@code sum} and ‖x − Wᵀz‖² of each row, of which the first is number {@code first} of Z. */
  static double add(double sum, SparseRows x, int first, BinaryMatrix z, Dense w) {
    SparseError error = new SparseError(x, first, z, w);
    double all = sum;
    for (int i = 0; i < x.rows(); i++) {
      all += error.ofRow(i);
    }
    return all;
  }

  /** ‖x_i − Wᵀz_i‖². */
  public double ofRow(int i) {
    count = 0;
    for (int k = 0; k < ones.length; k++) {
      if (z.get(first + i, k)) {
        ones[count++] = k;
      }
    }
    squaredNorm = x.squaredNorm(i);
    double cross = 0;
    double square = 0;
    for (int a = 0; a < count; a++) {
      int from = ones[a] * x.cols();
      double product = 0;
      for (int at = x.starts()[i]; at < x.starts()[i + 1]; at++) {
        product += x.values()[at] * w.values()[from + x.columns()[at]];
      }
      crosses[ones[a]] = product;
      cross += product;
      for (int b = 0; b < count; b++) {
        square += gram.get(ones[a], ones[b]);
      }
    }
    double error = squaredNorm - 2 * cross + square;
    return error > CANCELLED * (squaredNorm + square) || count == 0 ? error : directly(i);
  }

  /** e_iᵀw_k of the residual e_i of the last row, and a feature k that the row has. */
  public double product(int k) {
    double product = crosses[k];
    for (int a = 0; a < count; a++) {
      product -= gram.get(k, ones[a]);
    }
    return product;
  }

  /** ‖x_i‖² of the last row. */
  public double squaredNorm() {
    return squaredNorm;
  }

  private double directly(int i) {
    Arrays.fill(row, 0);
    for (int a = 0; a < count; a++) {
      Dense.addScaled(row, 0, w.values(), ones[a] * x.cols(), x.cols(), 1);
    }
    for (int at = x.starts()[i]; at < x.starts()[i + 1]; at++) {
      row[x.columns()[at]] -= x.values()[at];
    }
    double sum = 0;
    for (double v : row) {
      sum += v * v;
    }
    return sum;
  }
}
