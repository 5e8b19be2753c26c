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
  private final double[] offset;
  private final double constant;

  /**
   * Keeps these parts, which are not copied.
   *
   * @param scale the D roots of the weights; 0 for a column that has no say
   * @param offset D numbers that are taken off the entries
   * @param constant entry of the added column; 0 for none
   */
  private SearchRows(double[] scale, double[] offset, double constant) {
    this.scale = scale;
    this.offset = offset;
    this.constant = constant;
  }

  /**
   * For {@code x} under these weights. With an intercept, which takes up any offset, the rows are
   * those of X less their mean: single precision holds no features beside a large one.
   */
  static SearchRows of(Matrix x, double[] cols, boolean intercept) {
    double[] scale = Arrays.stream(cols).map(Math::sqrt).toArray();
    double[] mean = new double[cols.length];
    if (!intercept) {
      return new SearchRows(scale, mean, 0);
    }
    double[] square = new double[cols.length];
    long[] known = new long[cols.length];
    float[] row = new float[cols.length];
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      for (int j = 0; j < row.length; j++) {
        if (!Float.isNaN(row[j])) {
          square[j] += (double) row[j] * row[j];
          mean[j] += row[j];
          known[j]++;
        }
      }
    }
    double whole = 0;
    double centred = 0;
    for (int j = 0; j < square.length; j++) {
      double count = Math.max(1, known[j]);
      mean[j] /= count;
      whole += cols[j] * square[j] / count;
      centred += cols[j] * Math.max(0, square[j] / count - mean[j] * mean[j]);
    }
    // Of equal rows only the constant column is left.
    return new SearchRows(scale, mean, Math.sqrt(CONSTANT * (centred > 0 ? centred : whole)));
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
        wide[j] = scale[j] == 0 ? 0 : (float) ((row[j] - offset[j]) * scale[j]);
      }
      if (constant > 0) {
        wide[scale.length] = (float) constant;
      }
      all.setRow(i, wide);
    }
    return all;
  }
}
