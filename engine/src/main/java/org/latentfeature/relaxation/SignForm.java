package org.latentfeature.relaxation;

import java.util.Arrays;
import org.latentfeature.data.Matrix;
import org.latentfeature.linalg.Algebra;
import org.latentfeature.linalg.Dense;
import org.latentfeature.progress.StopSignal;

/**
 * The greedy step over signs: ‖Aᵀz‖² = sᵀBBᵀs for s = (2z − 1, 1), where B ((N+1)×D) has the rows
 * ½a_i and, last, ½Σ a_i. A is read as it is, single precision; all sums are double.
 */
final class SignForm {

  /** Rows or columns of B in double precision at a time. */
  private static final int BLOCK = 512;

  private final Matrix a;
  private final StopSignal stop;
  private final double[] last;
  private final float[] row;

  SignForm(Matrix a, StopSignal stop) {
    this.a = a;
    this.stop = stop;
    row = new float[a.cols()];
    last = new double[a.cols()];
    for (int i = 0; i < a.rows(); i++) {
      a.getRow(i, row);
      for (int j = 0; j < row.length; j++) {
        last[j] += 0.5 * row[j];
      }
    }
  }

  /** Rows of B, N+1. */
  int rows() {
    return a.rows() + 1;
  }

  /** D. */
  int cols() {
    return a.cols();
  }

  /** Row {@code i} of B; asks the stop signal now and then, for all that goes through the rows. */
  private void load(int i, double[] b) {
    stop.check(i);
    if (i == a.rows()) {
      System.arraycopy(last, 0, b, 0, b.length);
      return;
    }
    a.getRow(i, row);
    for (int j = 0; j < b.length; j++) {
      b[j] = 0.5 * row[j];
    }
  }

  /** ‖b_iᵀS‖ for every row of B, S = BᵀV, for {@code v} ((N+1)×r). */
  double[] gradientNorms(Dense v) {
    int rank = v.cols();
    double[] sums = new double[cols() * rank];
    double[] b = new double[cols()];
    for (int i = 0; i < rows(); i++) {
      load(i, b);
      for (int j = 0; j < b.length; j++) {
        for (int k = 0; k < rank; k++) {
          sums[j * rank + k] += b[j] * v.get(i, k);
        }
      }
    }
    double[] norms = new double[rows()];
    double[] g = new double[rank];
    for (int i = 0; i < norms.length; i++) {
      load(i, b);
      Arrays.fill(g, 0);
      for (int j = 0; j < b.length; j++) {
        for (int k = 0; k < rank; k++) {
          g[k] += b[j] * sums[j * rank + k];
        }
      }
      norms[i] = Math.sqrt(dot(g, g));
    }
    return norms;
  }

  /** Adds Bᵀ Diag(y)⁻¹ B x to {@code into}; one pass over A. */
  void applyScaled(double[] y, double[] x, double[] into) {
    double[] b = new double[cols()];
    for (int i = 0; i < y.length; i++) {
      load(i, b);
      double scale = dot(b, x) / y[i];
      for (int j = 0; j < b.length; j++) {
        into[j] += scale * b[j];
      }
    }
  }

  /** ‖b_i‖ for every row of B. */
  double[] rowNorms() {
    double[] norms = new double[rows()];
    double[] b = new double[cols()];
    for (int i = 0; i < norms.length; i++) {
      load(i, b);
      norms[i] = Math.sqrt(dot(b, b));
    }
    return norms;
  }

  /** Bᵀ Diag(y)⁻¹ B, D×D, from blocks of rows. */
  Dense columnGram(double[] y, Algebra algebra) {
    Dense gram = new Dense(cols(), cols());
    for (int from = 0; from < rows(); from += BLOCK) {
      Dense block = scaled(y, from, Math.min(BLOCK, rows() - from), 0, cols());
      addTo(gram, algebra.transposedMultiply(block, block));
    }
    return gram;
  }

  /** Diag(y)^(-1/2) BBᵀ Diag(y)^(-1/2), of order N+1, from blocks of columns. */
  Dense rowGram(double[] y, Algebra algebra) {
    Dense gram = new Dense(rows(), rows());
    for (int from = 0; from < cols(); from += BLOCK) {
      Dense block = scaled(y, 0, rows(), from, Math.min(BLOCK, cols() - from));
      addTo(gram, algebra.multiplyTransposed(block, block));
    }
    return gram;
  }

  /** A block of Diag(y)^(-1/2) B. */
  private Dense scaled(double[] y, int fromRow, int rows, int fromCol, int cols) {
    Dense block = new Dense(rows, cols);
    double[] b = new double[cols()];
    for (int i = 0; i < rows; i++) {
      load(fromRow + i, b);
      double scale = 1 / Math.sqrt(y[fromRow + i]);
      for (int j = 0; j < cols; j++) {
        block.values()[i * cols + j] = scale * b[fromCol + j];
      }
    }
    return block;
  }

  private static void addTo(Dense sum, Dense part) {
    for (int i = 0; i < part.values().length; i++) {
      sum.values()[i] += part.values()[i];
    }
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int j = 0; j < a.length; j++) {
      sum += a[j] * b[j];
    }
    return sum;
  }
}
