package org.latentfeature.data;

import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * The missing entries of an N×D matrix, as compressed sparse rows: the columns missing in row i,
 * ascending, are at {@code from(i)} … {@code to(i) − 1} of one array. Immutable.
 */
public final class MissingEntries {

  /** End of messages about a missing entry. */
  public static final String WAY_OUT = "; or " + Phrase.MISSING + ", to fit what is known";

  /** End of messages about a row without a known entry. */
  static final String EMPTY_ROWS = "; or " + Phrase.EMPTY_ROWS + " to transform, score or impute";

  /** How much is missing, in messages: {@code 7 of 60 entries are missing, 12 %}. */
  public static String share(long missing, long entries) {
    double percent = 100. * missing / entries;
    String share = percent >= 10 ? "%.0f".formatted(percent) : "%.2g".formatted(percent);
    return "%,d of %,d entries %s missing, %s %%"
        .formatted(missing, entries, missing == 1 ? "is" : "are", share);
  }

  /** Most missing entries of a matrix: the largest array that every JVM allocates. */
  public static final int LARGEST = Integer.MAX_VALUE - 8;

  private final int rows;

  /** N + 1 positions in {@link #columns}; empty if nothing is missing. */
  private final int[] start;

  private final int[] columns;

  private MissingEntries(int rows, int[] start, int[] columns) {
    this.rows = rows;
    this.start = start;
    this.columns = columns;
  }

  /** No missing entries in {@code rows} rows; takes constant memory. */
  public static MissingEntries none(int rows) {
    return new MissingEntries(rows, new int[0], new int[0]);
  }

  /**
   * The entries of {@code x} that are NaN.
   *
   * @throws DataException if a row has no known entry; the message gives its number, from 1
   */
  public static MissingEntries of(Matrix x) {
    return of(x, i -> "row " + (i + 1L) + " (counting from 1)");
  }

  /**
   * The entries of {@code x} that are NaN. Cached until the matrix is written to.
   *
   * @param rowName name in messages of the row of this index, from 0
   * @throws DataException if a row has no known entry; the message names it
   */
  public static MissingEntries of(Matrix x, IntFunction<String> rowName) {
    RememberedFacts remembered = x.remembered();
    if (!remembered.isComplete()) {
      x.facts().requireKnownRows(rowName);
    }
    return remembered.missing();
  }

  /**
   * Returns the missing entries of {@code x}, which has these {@code facts}. Reads only the rows
   * with missing entries.
   */
  static MissingEntries read(Matrix x, DataFacts facts) {
    int n = x.rows();
    if (facts.missing() == 0) {
      return none(n);
    }
    if (facts.missing() > LARGEST) {
      throw new DataException(
          "more than " + LARGEST + " entries are missing; use fewer rows or columns");
    }
    int[] start = new int[n + 1];
    int[] columns = new int[(int) facts.missing()];
    float[] row = new float[x.cols()];
    int at = 0;
    for (int i = 0; i < n; i++) {
      if (facts.incompleteRows().get(i)) {
        x.getRow(i, row);
        for (int j = 0; j < row.length; j++) {
          if (Float.isNaN(row[j])) {
            columns[at++] = j;
          }
        }
      }
      start[i + 1] = at;
    }
    return new MissingEntries(n, start, columns);
  }

  /** Number of rows, N. */
  public int rows() {
    return rows;
  }

  /** Returns whether every entry is known. */
  public boolean isNone() {
    return columns.length == 0;
  }

  /** Number of missing entries. */
  public int count() {
    return columns.length;
  }

  /** The columns missing in row {@code i}, ascending. */
  public int[] columns(int i) {
    return Arrays.copyOfRange(columns, from(i), to(i));
  }

  /** Returns whether the columns missing in row {@code i} are exactly {@code others}, ascending. */
  public boolean isMissing(int i, int[] others) {
    return Arrays.equals(columns, from(i), to(i), others, 0, others.length);
  }

  /** Number of missing entries in row {@code i}, from 0. */
  public int count(int i) {
    return to(i) - from(i);
  }

  /** Position of the first missing entry of row {@code i}. */
  public int from(int i) {
    return isNone() ? 0 : start[i];
  }

  /** Position after the last missing entry of row {@code i}. */
  public int to(int i) {
    return isNone() ? 0 : start[i + 1];
  }

  /** Column, from 0, of the missing entry at a position from {@link #from} to below {@link #to}. */
  public int column(int at) {
    return columns[at];
  }

  /**
   * The missing entries of the rows with the indices {@code kept}, in that order; an index may
   * occur twice.
   */
  public MissingEntries selectRows(int[] kept) {
    if (isNone()) {
      return none(kept.length);
    }
    int[] selected = new int[kept.length + 1];
    for (int i = 0; i < kept.length; i++) {
      selected[i + 1] = Math.addExact(selected[i], count(kept[i]));
    }
    int[] found = new int[selected[kept.length]];
    for (int i = 0; i < kept.length; i++) {
      System.arraycopy(columns, from(kept[i]), found, selected[i], count(kept[i]));
    }
    return new MissingEntries(kept.length, selected, found);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MissingEntries that
        && rows == that.rows
        && Arrays.equals(columns, that.columns)
        && (isNone() || Arrays.equals(start, that.start));
  }

  @Override
  public int hashCode() {
    return 31 * rows + Arrays.hashCode(columns);
  }

  @Override
  public String toString() {
    return count() + " missing entries in " + rows + " rows";
  }
}
