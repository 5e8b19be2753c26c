package org.latentfeature.lasso.variant;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Rows;

/**
 * The weights of the squared residuals, m_nd = ω_n μ_d h_nd: of the row, of the column and, in a
 * robust fit, of the entry. Missing entries weigh nothing.
 */
final class EntryWeights {

  private final double[] rows;
  private final double[] cols;
  private final float @Nullable [] entries;

  /**
   * Keeps these weights, which are not copied.
   *
   * @param rows the N weights ω, at least 0
   * @param cols the D weights μ, at least 0
   * @param entries the N·D weights h, row after row, 0 where X is missing; null if all are 1 and
   *     nothing is missing
   */
  EntryWeights(double[] rows, double[] cols, float @Nullable [] entries) {
    this.rows = rows;
    this.cols = cols;
    this.entries = entries;
  }

  double[] rows() {
    return rows;
  }

  double[] cols() {
    return cols;
  }

  float @Nullable [] entries() {
    return entries;
  }

  /**
   * Returns the weights of the known entries of {@code source} (N×D): h = 1 or, where an entry is
   * missing, 0.
   */
  static EntryWeights known(Rows source, double[] rows, double[] cols) {
    if (source.facts().missing() == 0) {
      return new EntryWeights(rows, cols, null);
    }
    Matrix x = source.matrix();
    float[] known = new float[Math.multiplyExact(x.rows(), x.cols())];
    float[] row = new float[x.cols()];
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      for (int j = 0; j < row.length; j++) {
        known[i * row.length + j] = Float.isNaN(row[j]) ? 0 : 1;
      }
    }
    return new EntryWeights(rows, cols, known);
  }

  EntryWeights with(double[] otherCols) {
    return new EntryWeights(rows, otherCols, entries);
  }

  EntryWeights with(float[] otherEntries) {
    return new EntryWeights(rows, cols, otherEntries);
  }

  /** Writes μ ∘ h of row {@code i} to {@code into}. */
  void ofRow(int i, double[] into) {
    System.arraycopy(cols, 0, into, 0, cols.length);
    if (entries != null) {
      for (int j = 0; j < into.length; j++) {
        into[j] *= entries[i * into.length + j];
      }
    }
  }

  /** ω_n h_nd: what column d's normal equations give the row. */
  double inColumn(int i, int j) {
    return entries == null ? rows[i] : rows[i] * entries[i * cols.length + j];
  }

  /** n weights of 1. */
  static double[] ones(int n) {
    double[] ones = new double[n];
    Arrays.fill(ones, 1);
    return ones;
  }
}
