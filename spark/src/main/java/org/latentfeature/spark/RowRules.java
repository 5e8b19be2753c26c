package org.latentfeature.spark;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Which rows of a column are taken, and what messages say of the others.
 *
 * @param column name of the column
 * @param cols number of entries of a row; 0 for that of the partition's first row
 * @param ifOther why it must be that number, or the way out
 * @param ifMissing the way out where an entry is missing; null if it may be
 * @param ifEmpty the way out where all entries are; null if they may be
 */
record RowRules(
    String column, int cols, String ifOther, @Nullable String ifMissing, @Nullable String ifEmpty)
    implements Serializable {

  private static final String FIRST = "all rows must be as long as the partition's first";

  /** Rows of a fit in which no entry may be missing. */
  static RowRules complete(String column) {
    String wayOut =
        "drop the row, fill the entry in, or setEstimator(\"markov\"), which takes missing entries";
    return new RowRules(column, 0, FIRST, wayOut, wayOut);
  }

  /** Rows of a fit that know an entry at least. */
  static RowRules known(String column) {
    return new RowRules(column, 0, FIRST, null, "drop the row");
  }

  /**
   * Rows to be coded.
   *
   * @param cols number of columns of the model
   * @param isZero whether rows without a known entry have no feature
   */
  static RowRules coded(String column, int cols, boolean isZero) {
    return new RowRules(
        column,
        cols,
        "the model has as many columns: give it rows such as it was fitted to",
        null,
        isZero ? null : "drop the row, or setEmptyRows(\"zero\"), which gives it no feature");
  }

  /**
   * Codes of rows.
   *
   * @param features number of features of the model
   */
  static RowRules codes(String column, int features) {
    String wayOut = "transform the rows again";
    return new RowRules(
        column,
        features,
        "the model has as many features: give it codes that it made",
        wayOut,
        wayOut);
  }
}
