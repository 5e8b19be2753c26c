package org.latentfeature.report.fit;

import java.util.Comparator;
import java.util.stream.IntStream;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Rows;
import org.latentfeature.data.SparseRows;
import org.latentfeature.fit.metrics.SparseError;
import org.latentfeature.step.coding.Codes;

/**
 * The residual e = x − Σ_k c_k w_k of each row of X, summed by row and by feature in double
 * precision. Entries of X that are NaN are missing and not counted.
 */
public final class Residuals {

  private final double[] rowErrors;
  private final double[] rowNorms;
  private final int[] rowKnown;
  private final double[] increases;
  private final int cols;
  private double squaredError;
  private double squaredNorm;
  private long known;

  private Residuals(int rows, int cols, int features) {
    this.cols = cols;
    rowErrors = new double[rows];
    rowNorms = new double[rows];
    rowKnown = new int[rows];
    increases = new double[features];
  }

  /**
   * Reads X once.
   *
   * @param x N×D, NaN where an entry is not known
   * @param codes of its rows
   * @param w K×D
   */
  public static Residuals of(Rows x, Codes codes, Dense w) {
    return x instanceof SparseRows sparse && !codes.areWeighted()
        ? sparse(sparse, codes, w)
        : dense(x.matrix(), codes, w);
  }

  private static Residuals sparse(SparseRows x, Codes codes, Dense w) {
    Residuals all = new Residuals(x.rows(), x.cols(), w.rows());
    SparseError error = new SparseError(x, codes.z(), w);
    double[] squares = squares(w);
    for (int i = 0; i < x.rows(); i++) {
      all.rowErrors[i] = error.ofRow(i);
      all.rowNorms[i] = error.squaredNorm();
      all.rowKnown[i] = x.cols();
      all.squaredNorm += all.rowNorms[i];
      all.squaredError += all.rowErrors[i];
      for (int k = 0; k < w.rows(); k++) {
        if (codes.z().get(i, k)) {
          all.increases[k] += 2 * error.product(k) + squares[k];
        }
      }
    }
    all.known = x.size();
    return all;
  }

  private static Residuals dense(Matrix x, Codes codes, Dense w) {
    Residuals all = new Residuals(x.rows(), x.cols(), w.rows());
    double[] squares = squares(w);
    float[] row = new float[x.cols()];
    Dense residual = new Dense(1, x.cols());
    double[] e = residual.values();
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      for (int j = 0; j < row.length; j++) {
        e[j] = row[j];
      }
      all.rowKnown[i] = forgetUnknown(row, e);
      all.rowNorms[i] = residual.squaredNorm();
      subtractFeatures(e, codes, w, i);
      forgetUnknown(row, e);
      all.rowErrors[i] = residual.squaredNorm();
      all.squaredNorm += all.rowNorms[i];
      all.squaredError += all.rowErrors[i];
      all.known += all.rowKnown[i];
      for (int k = 0; k < squares.length; k++) {
        if (codes.z().get(i, k)) {
          double c = codes.weight(i, k);
          double square = all.rowKnown[i] == row.length ? squares[k] : squareOfKnown(row, w, k);
          all.increases[k] += 2 * c * residual.rowDot(0, w, k) + c * c * square;
        }
      }
    }
    return all;
  }

  /** ‖w_k‖² of each feature. */
  private static double[] squares(Dense w) {
    double[] squares = new double[w.rows()];
    for (int k = 0; k < squares.length; k++) {
      squares[k] = w.rowDot(k, w, k);
    }
    return squares;
  }

  /** Row {@code i} as its features explain it, Σ_k c_ik w_k. */
  static double[] reconstruction(Codes codes, Dense w, int i) {
    double[] row = new double[w.cols()];
    subtractFeatures(row, codes, w, i);
    for (int j = 0; j < row.length; j++) {
      row[j] = 0 - row[j];
    }
    return row;
  }

  private static void subtractFeatures(double[] row, Codes codes, Dense w, int i) {
    for (int k = 0; k < w.rows(); k++) {
      if (codes.z().get(i, k)) {
        double c = codes.weight(i, k);
        for (int j = 0; j < row.length; j++) {
          row[j] -= c * w.get(k, j);
        }
      }
    }
  }

  /** Sets {@code e} to 0 where {@code row} is not known, and counts the others. */
  private static int forgetUnknown(float[] row, double[] e) {
    int known = 0;
    for (int j = 0; j < row.length; j++) {
      if (Float.isNaN(row[j])) {
        e[j] = 0;
      } else {
        known++;
      }
    }
    return known;
  }

  /** ‖w_k‖² over the known entries of {@code row}. */
  private static double squareOfKnown(float[] row, Dense w, int k) {
    double square = 0;
    for (int j = 0; j < row.length; j++) {
      square += Float.isNaN(row[j]) ? 0 : w.get(k, j) * w.get(k, j);
    }
    return square;
  }

  /** Number of rows, N. */
  int rows() {
    return rowErrors.length;
  }

  /** Number of columns, D. */
  int cols() {
    return cols;
  }

  /** ‖E‖². */
  public double squaredError() {
    return squaredError;
  }

  /** ‖X‖². */
  public double squaredNorm() {
    return squaredNorm;
  }

  /** Number of known entries of X; ND, if none is missing. */
  public long known() {
    return known;
  }

  /** Number of entries of X that are not known. */
  public long missing() {
    return (long) rowErrors.length * cols - known;
  }

  /** ‖E‖ / √(number of known entries). */
  public double rmse() {
    return Math.sqrt(squaredError / known);
  }

  /** ‖e‖² of row {@code i}. */
  public double rowError(int i) {
    return rowErrors[i];
  }

  /** ‖e‖ / √(number of known entries) of row {@code i}; NaN if it has none. */
  public double rowRmse(int i) {
    return Math.sqrt(rowErrors[i] / rowKnown[i]);
  }

  /** ‖x‖² of row {@code i}. */
  public double rowNorm(int i) {
    return rowNorms[i];
  }

  /**
   * By how much ‖E‖² grows when feature {@code k} is left out and all else stays: the sum over the
   * rows that have it of ‖e + c w‖² − ‖e‖² = 2 c eᵀw + c²‖w‖².
   */
  public double increaseWithout(int k) {
    return increases[k];
  }

  /** {@link #increaseWithout} as a share of ‖X‖²; 0 if X is 0. */
  double contribution(int k) {
    return squaredNorm > 0 ? increases[k] / squaredNorm : 0;
  }

  /** 1 − ‖E‖² / ‖X‖², the share of the sum of squares that the features explain; 1 if X is 0. */
  double explained() {
    return squaredNorm > 0 ? 1 - squaredError / squaredNorm : 1;
  }

  /** 1 − ‖e‖² / ‖x‖² of row {@code i}; NaN if it is 0. */
  double rowExplained(int i) {
    return 1 - rowErrors[i] / rowNorms[i];
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
