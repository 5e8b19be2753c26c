package org.latentfeature.data;

import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Facts of an N×D matrix, computed in one reading: everything that a fit needs to know of its data
 * before the first step. NaN is a missing entry. See {@link Matrix#facts}.
 *
 * @param rows N
 * @param cols D
 * @param known number of entries that are not NaN
 * @param squaredNorm Σ x² over the known entries in double precision: ‖X‖² if none is missing.
 *     Summed by row, in the same order on every machine
 * @param largest the largest |x| of the known entries; 0 if there are none
 * @param firstMissing the first NaN, row after row; null if there is none
 * @param firstInfinite the first infinite entry, row after row; null if there is none
 * @param incompleteRows the rows with missing entries
 * @param emptyRows the rows without a known entry
 * @param emptyColumns the columns without a known entry
 * @param zeroColumns the columns whose known entries are all 0, empty ones included
 */
public record DataFacts(
    int rows,
    int cols,
    long known,
    double squaredNorm,
    float largest,
    @Nullable Entry firstMissing,
    @Nullable Entry firstInfinite,
    BitVector incompleteRows,
    BitVector emptyRows,
    BitVector emptyColumns,
    BitVector zeroColumns) {

  /**
   * An entry in row {@code row}, column {@code col}, both from 0.
   *
   * @param value of the entry
   */
  public record Entry(int row, int col, float value) {

    private boolean isBefore(Entry other) {
      return row < other.row || (row == other.row && col < other.col);
    }
  }

  /** Number of missing entries. */
  public long missing() {
    return (long) rows * cols - known;
  }

  /** The mean of the squares of the known entries; 0 if there are none. */
  public double meanSquare() {
    return known == 0 ? 0 : squaredNorm / known;
  }

  /**
   * Checks that every entry is finite.
   *
   * @param name what messages call the matrix
   * @return these facts
   * @throws DataException naming the first row and column that is not, counted from 1; if it is
   *     missing, also how many entries are
   */
  public DataFacts requireFinite(String name) {
    Entry missing = firstMissing;
    Entry infinite = firstInfinite;
    Entry first =
        missing == null || (infinite != null && infinite.isBefore(missing)) ? infinite : missing;
    return require(first, name, false);
  }

  /**
   * Checks that every entry is finite or missing (NaN).
   *
   * @param name what messages call the matrix
   * @return these facts
   * @throws DataException naming the first row and column that is not, counted from 1
   */
  public DataFacts requireFiniteOrMissing(String name) {
    return require(firstInfinite, name, true);
  }

  private DataFacts require(@Nullable Entry bad, String name, boolean missing) {
    if (bad != null) {
      String share =
          Float.isNaN(bad.value) ? MissingEntries.share(missing(), (long) rows * cols) : "";
      throw FiniteCheck.notFinite(bad.value, bad.row, bad.col, name, missing, share);
    }
    return this;
  }

  /**
   * Checks that every row has a known entry. Messages call row i, from 0, "row i + 1 (counting from
   * 1)".
   *
   * @throws DataException naming the first row without a known entry
   */
  public DataFacts requireKnownRows() {
    requireKnownRows(i -> "row " + (i + 1L) + " (counting from 1)");
    return this;
  }

  /**
   * Checks that every row has a known entry.
   *
   * @param rowName name in messages of the row of this index, from 0
   * @throws DataException naming the first row without a known entry
   */
  void requireKnownRows(IntFunction<String> rowName) {
    int first = emptyRows.next(0);
    if (first < rows) {
      throw new DataException(
          rowName.apply(first) + " has no known entry; remove the row" + MissingEntries.EMPTY_ROWS);
    }
  }
}
