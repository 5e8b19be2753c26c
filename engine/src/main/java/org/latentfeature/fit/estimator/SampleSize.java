package org.latentfeature.fit.estimator;

import org.latentfeature.data.FileRows;
import org.latentfeature.data.Rows;

/**
 * How many rows are fitted before the fit is extended to all.
 *
 * @param kind of choice
 * @param rows number of rows where it is {@link Kind#GIVEN}; otherwise 0
 */
public record SampleSize(Kind kind, int rows) {

  /** Kinds of choices. */
  public enum Kind {
    /** {@link Kind#ALL} for small data, {@link Kind#GROWING} for large. */
    USUAL,
    /** As many as it takes: more, while that lowers the error of all rows. */
    GROWING,
    /** A fixed number. */
    GIVEN,
    /** No sample. */
    ALL
  }

  /** All rows of small data, a growing sample of large data. */
  public static final SampleSize USUAL = new SampleSize(Kind.USUAL, 0);

  /** As many as it takes. */
  public static final SampleSize AUTO = new SampleSize(Kind.GROWING, 0);

  /** No sample. */
  public static final SampleSize ALL = new SampleSize(Kind.ALL, 0);

  /** Data of fewer bytes, as dense floats, are fitted without a sample. */
  private static final long SMALL = 1L << 28;

  /** Rows for each feature of the first sample that grows, and their least number. */
  private static final int ROWS_OF_FEATURE = 60;

  private static final int LEAST = 2000;

  /**
   * A fixed number of rows.
   *
   * @throws IllegalArgumentException if it is below 1
   */
  public static SampleSize of(int rows) {
    if (rows < 1) {
      throw new IllegalArgumentException(
          "the sample has %d rows; it must have at least 1".formatted(rows));
    }
    return new SampleSize(Kind.GIVEN, rows);
  }

  /**
   * Reads {@code auto}, {@code all} or a number of rows.
   *
   * @throws IllegalArgumentException if it is none of these
   */
  public static SampleSize parse(String word) {
    if (word.equals("auto")) {
      return AUTO;
    }
    if (word.equals("all")) {
      return ALL;
    }
    try {
      return of(Integer.parseInt(word));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "'%s' is no sample; choose auto, all or a number of rows".formatted(word), e);
    }
  }

  /**
   * Returns whether a fit of {@code x} with K features takes a sample.
   *
   * @throws IllegalArgumentException if the sample has fewer rows than features
   */
  public boolean isSample(Rows x, int k) {
    requireRows(k);
    return switch (kind) {
      case ALL -> false;
      case GIVEN -> rows < x.rows();
      case GROWING -> x instanceof FileRows || first(k) < x.rows();
      case USUAL ->
          x instanceof FileRows || (x.size() * Float.BYTES >= SMALL && first(k) < x.rows());
    };
  }

  /**
   * Checks that there is a sample, and that a fixed number of rows is no smaller than K.
   *
   * @throws IllegalArgumentException naming the way out
   */
  public void requireSample(int k) {
    requireRows(k);
    if (kind == Kind.ALL) {
      throw new IllegalArgumentException(
          "a fit of rows that are not on one machine takes a sample; choose auto or a number of rows");
    }
  }

  /** Checks that a fixed number of rows is no smaller than K. */
  private void requireRows(int k) {
    if (kind == Kind.GIVEN && rows < k) {
      throw new IllegalArgumentException(
          "a sample of %,d rows has fewer rows than the %,d features asked for".formatted(rows, k));
    }
  }

  /** Rows of the first sample of a fit with K features. */
  public int first(int k) {
    return kind == Kind.GIVEN ? rows : Math.max(LEAST, ROWS_OF_FEATURE * k);
  }

  /** As {@link #parse} reads it. */
  @Override
  public String toString() {
    return switch (kind) {
      case USUAL, GROWING -> "auto";
      case GIVEN -> Integer.toString(rows);
      case ALL -> "all";
    };
  }
}
