package org.latentfeature.lasso.variant;

import java.util.Arrays;
import org.latentfeature.data.Matrix;

/**
 * The rows on which the plain search for Z runs in place of X: columns scaled by the root of their
 * weight, outlying entries left out, and, for an intercept, a constant column. Only a feature that
 * all rows have explains that one, so that the search finds the intercept first; it is so large
 * that the feature stays.
 */
final class SearchRows {

  /** Mean squares of a row that the constant column is worth. */
  private static final double CONSTANT = 4;

  private final double[] scale;
  private final double constant;

  /**
   * Keeps these parts, which are not copied.
   *
   * @param scale the D roots of the weights; 0 for a column that has no say
   * @param constant entry of the added column; 0 for none
   */
  SearchRows(double[] scale, double constant) {
    this.scale = scale;
    this.constant = constant;
  }

  double[] scale() {
    return scale;
  }

  double constant() {
    return constant;
  }

  /** For {@code x} under these weights. */
  static SearchRows of(Matrix x, double[] cols, boolean intercept) {
    double[] scale = Arrays.stream(cols).map(Math::sqrt).toArray();
    return new SearchRows(scale, intercept ? constant(x, cols) : 0);
  }

  private static double constant(Matrix x, double[] cols) {
    double[] square = new double[cols.length];
    long[] known = new long[cols.length];
    float[] row = new float[cols.length];
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      for (int j = 0; j < row.length; j++) {
        if (!Float.isNaN(row[j])) {
          square[j] += (double) row[j] * row[j];
          known[j]++;
        }
      }
    }
    double sum = 0;
    for (int j = 0; j < square.length; j++) {
      sum += cols[j] * square[j] / Math.max(1, known[j]);
    }
    return Math.sqrt(CONSTANT * sum);
  }

  /** Number of columns of a row to search. */
  private int cols() {
    return constant > 0 ? scale.length + 1 : scale.length;
  }

  /** Writes rows of X, as the search is to see them before they are scaled. */
  @FunctionalInterface
  interface Entries {
    /** Writes row {@code i}. */
    void row(int i, float[] into);
  }

  /** The rows with these indices. */
  Matrix of(Entries entries, int[] rows) {
    Matrix all = Matrix.allocate(rows.length, cols());
    float[] row = new float[scale.length];
    float[] wide = new float[cols()];
    for (int i = 0; i < rows.length; i++) {
      entries.row(rows[i], row);
      for (int j = 0; j < scale.length; j++) {
        wide[j] = scale[j] == 0 ? 0 : (float) (row[j] * scale[j]);
      }
      if (constant > 0) {
        wide[scale.length] = (float) constant;
      }
      all.setRow(i, wide);
    }
    return all;
  }
}
