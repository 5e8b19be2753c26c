package org.latentfeature.data;

import java.util.stream.IntStream;
import org.latentfeature.base.linalg.Dense;

/**
 * The columns of a dictionary that its fit knew an entry of. The others are NaN in every feature,
 * and whatever is known of them in other rows says nothing about features. Immutable.
 */
public final class LearnedColumns {

  private final Dense w;
  private final int[] columns;

  private LearnedColumns(Dense w, int[] columns) {
    this.w = w;
    this.columns = columns;
  }

  /**
   * Returns the columns that the fit of {@code w} learned, those that are not NaN.
   *
   * @param w dictionary, K×D
   * @throws IllegalArgumentException naming a column that is NaN in some features only
   */
  public static LearnedColumns of(Dense w) {
    for (int j = 0; j < w.cols(); j++) {
      for (int k = 1; k < w.rows(); k++) {
        if (Double.isNaN(w.get(k, j)) != Double.isNaN(w.get(0, j))) {
          throw new IllegalArgumentException(
              "column %d (counting from 1) of W is NaN in some features and a number in others"
                  .formatted(j + 1));
        }
      }
    }
    return new LearnedColumns(
        w, IntStream.range(0, w.cols()).filter(j -> isLearned(w, j)).toArray());
  }

  /**
   * Returns whether column {@code j}, from 0, of {@code w} was learned, that is, whether it is not
   * NaN.
   */
  public static boolean isLearned(Dense w, int j) {
    return w.rows() == 0 || !Double.isNaN(w.get(0, j));
  }

  /** Returns whether all columns were learned. */
  public boolean areAll() {
    return columns.length == w.cols();
  }

  /** How many there are. */
  public int count() {
    return columns.length;
  }

  /** W in these columns alone; itself if all are. */
  public Dense dictionary() {
    if (areAll()) {
      return w;
    }
    Dense some = new Dense(w.rows(), columns.length);
    for (int k = 0; k < w.rows(); k++) {
      for (int c = 0; c < columns.length; c++) {
        some.set(k, c, w.get(k, columns[c]));
      }
    }
    return some;
  }

  /** W with 0 in the other columns; itself if there are none. */
  public Dense filled() {
    if (areAll()) {
      return w;
    }
    Dense all = new Dense(w.rows(), w.cols());
    for (int k = 0; k < w.rows(); k++) {
      for (int j : columns) {
        all.set(k, j, w.get(k, j));
      }
    }
    return all;
  }

  /**
   * Rows in these columns alone; themselves if all are.
   *
   * @param x N×D
   * @throws DataException if columns have to be left out of rows that are not in a dense matrix
   */
  public Rows of(Rows x) {
    if (areAll()) {
      return x;
    }
    if (!(x instanceof Matrix dense)) {
      throw new DataException(
          "the model has no W in %,d columns, whose entries the fit did not know, and X, %s, is not a dense matrix in memory; %s"
              .formatted(w.cols() - columns.length, x, Phrase.DENSE_IN_MEMORY));
    }
    Matrix some = Matrix.allocate(x.rows(), columns.length);
    float[] row = new float[x.cols()];
    float[] kept = new float[columns.length];
    for (int i = 0; i < x.rows(); i++) {
      dense.getRow(i, row);
      for (int c = 0; c < kept.length; c++) {
        kept[c] = row[columns[c]];
      }
      some.setRow(i, kept);
    }
    return some;
  }

  /**
   * A matrix with NaN in the other columns; itself if there are none.
   *
   * @param x N×D
   */
  public Matrix masked(Matrix x) {
    if (areAll()) {
      return x;
    }
    Matrix some = Matrix.allocate(x.rows(), x.cols());
    float[] row = new float[x.cols()];
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      for (int j = 0; j < row.length; j++) {
        row[j] = isLearned(w, j) ? row[j] : Float.NaN;
      }
      some.setRow(i, row);
    }
    return some;
  }
}
