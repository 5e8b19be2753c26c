package org.latentfeature.report.fit;

import java.util.Comparator;
import java.util.stream.IntStream;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Matrix;
import org.latentfeature.linalg.Dense;

/** What Z W leaves of X, E = X − Z W, by row and by feature, summed in double precision. */
public final class Residuals {

  private final double[] rowErrors;
  private final double[] rowNorms;
  private final double[] increases;
  private final int cols;
  private double squaredError;
  private double squaredNorm;

  private Residuals(int rows, int cols, int features) {
    this.cols = cols;
    rowErrors = new double[rows];
    rowNorms = new double[rows];
    increases = new double[features];
  }

  /**
   * Reads X once.
   *
   * @param x N×D
   * @param z N×K
   * @param w K×D
   */
  public static Residuals of(Matrix x, BinaryMatrix z, Dense w) {
    Residuals all = new Residuals(x.rows(), x.cols(), w.rows());
    double[] squares = new double[w.rows()];
    for (int k = 0; k < squares.length; k++) {
      squares[k] = w.rowDot(k, w, k);
    }
    float[] row = new float[x.cols()];
    Dense residual = new Dense(1, x.cols());
    double[] e = residual.values();
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      for (int j = 0; j < row.length; j++) {
        e[j] = row[j];
      }
      all.rowNorms[i] = residual.squaredNorm();
      subtractFeatures(e, z, w, i);
      all.rowErrors[i] = residual.squaredNorm();
      all.squaredNorm += all.rowNorms[i];
      all.squaredError += all.rowErrors[i];
      for (int k = 0; k < squares.length; k++) {
        if (z.get(i, k)) {
          all.increases[k] += 2 * residual.rowDot(0, w, k) + squares[k];
        }
      }
    }
    return all;
  }

  /** Row {@code i} of Z W. */
  static double[] reconstruction(BinaryMatrix z, Dense w, int i) {
    double[] row = new double[w.cols()];
    subtractFeatures(row, z, w, i);
    for (int j = 0; j < row.length; j++) {
      row[j] = 0 - row[j];
    }
    return row;
  }

  private static void subtractFeatures(double[] row, BinaryMatrix z, Dense w, int i) {
    for (int k = 0; k < z.cols(); k++) {
      if (z.get(i, k)) {
        for (int j = 0; j < row.length; j++) {
          row[j] -= w.get(k, j);
        }
      }
    }
  }

  /** ‖E‖². */
  public double squaredError() {
    return squaredError;
  }

  /** ‖X‖². */
  public double squaredNorm() {
    return squaredNorm;
  }

  /** ‖E‖ / √(ND). */
  public double rmse() {
    return Math.sqrt(squaredError / ((double) rowErrors.length * cols));
  }

  /** ‖e‖² of row {@code i}. */
  public double rowError(int i) {
    return rowErrors[i];
  }

  /** ‖x‖² of row {@code i}. */
  public double rowNorm(int i) {
    return rowNorms[i];
  }

  /**
   * By how much ‖E‖² grows when feature {@code k} is left out and all else stays: ‖E + z wᵀ‖² −
   * ‖E‖², the sum over the rows that have it of 2 eᵀw + ‖w‖².
   */
  public double increaseWithout(int k) {
    return increases[k];
  }

  /** The rows with the largest errors, worst first; equal ones in order. */
  public int[] worst(int count) {
    return IntStream.range(0, rowErrors.length)
        .boxed()
        .sorted(Comparator.comparing((Integer i) -> -rowErrors[i]).thenComparing(i -> i))
        .limit(count)
        .mapToInt(i -> i)
        .toArray();
  }
}
