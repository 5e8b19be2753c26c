package org.latentfeature.lasso.variant;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Rows;
import org.latentfeature.data.SparseRows;

/**
 * The rows on which the plain search for Z runs in place of X: columns scaled by the root of their
 * weight, outlying entries left out, and, for an intercept, a constant column. Only a feature that
 * all rows have explains that one, so that the search finds the intercept first; it is so large
 * that the feature stays.
 */
final class SearchRows {

  /** Share of entries that are not zero from which a sparse column loses its mean. */
  private static final double FULL = 0.5;

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
   * those of X less their mean: single precision holds no features beside a large one. Sparse rows
   * lose it in columns of which more than half is not zero; that of others is no larger than their
   * spread, and the constant column explains it, too.
   */
  static SearchRows of(Rows x, double[] cols, boolean intercept) {
    double[] scale = Arrays.stream(cols).map(Math::sqrt).toArray();
    double[] mean = new double[cols.length];
    if (!intercept) {
      return new SearchRows(scale, mean, 0);
    }
    double[] square = new double[cols.length];
    long[] known = new long[cols.length];
    if (x instanceof SparseRows sparse) {
      for (int at = 0; at < sparse.entries(); at++) {
        add(sparse.values()[at], sparse.columns()[at], square, mean, known);
      }
    } else {
      Matrix dense = x.matrix();
      float[] row = new float[cols.length];
      for (int i = 0; i < x.rows(); i++) {
        dense.getRow(i, row);
        for (int j = 0; j < row.length; j++) {
          add(row[j], j, square, mean, known);
        }
      }
    }
    double whole = 0;
    double centred = 0;
    for (int j = 0; j < square.length; j++) {
      double count = x.isSparse() ? x.rows() : Math.max(1, known[j]);
      mean[j] /= count;
      whole += cols[j] * square[j] / count;
      centred += cols[j] * Math.max(0, square[j] / count - mean[j] * mean[j]);
      if (x.isSparse() && known[j] <= FULL * x.rows()) {
        mean[j] = 0;
      }
    }
    // Of equal rows only the constant column is left.
    return new SearchRows(scale, mean, Math.sqrt(CONSTANT * (centred > 0 ? centred : whole)));
  }

  private static void add(float value, int j, double[] square, double[] mean, long[] known) {
    if (!Float.isNaN(value)) {
      square[j] += (double) value * value;
      mean[j] += value;
      known[j]++;
    }
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

  /** The rows of {@code x} with these indices, which stay sparse. */
  SparseRows of(SparseRows x, int[] rows) {
    int full = 0;
    for (double mean : offset) {
      full += mean == 0 ? 0 : 1;
    }
    long most = constant > 0 ? rows.length : 0;
    for (int row : rows) {
      most += x.entries(row) + full;
    }
    if (most > SparseRows.MOST_ENTRIES) {
      throw new DataException(
          "%,d rows to search have more than %,d entries; fit fewer rows"
              .formatted(rows.length, SparseRows.MOST_ENTRIES));
    }
    int[] start = new int[rows.length + 1];
    int[] columns = new int[(int) most];
    float[] values = new float[columns.length];
    int[] shifted = IntStream.range(0, offset.length).filter(j -> offset[j] != 0).toArray();
    int to = 0;
    for (int i = 0; i < rows.length; i++) {
      int next = 0;
      for (int at = x.starts()[rows[i]]; at < x.starts()[rows[i] + 1]; at++) {
        int j = x.columns()[at];
        for (; next < shifted.length && shifted[next] < j; next++) {
          to = put(shifted[next], 0, columns, values, to);
        }
        next += next < shifted.length && shifted[next] == j ? 1 : 0;
        to = put(j, x.values()[at], columns, values, to);
      }
      for (; next < shifted.length; next++) {
        to = put(shifted[next], 0, columns, values, to);
      }
      if (constant > 0) {
        columns[to] = scale.length;
        values[to++] = (float) constant;
      }
      start[i + 1] = to;
    }
    return SparseRows.of(rows.length, cols(), start, columns, values);
  }

  private int put(int j, float value, int[] columns, float[] values, int at) {
    columns[at] = j;
    values[at] = scale[j] == 0 ? 0 : (float) ((value - offset[j]) * scale[j]);
    return at + 1;
  }
}
