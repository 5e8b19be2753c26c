package org.latentfeature.fit.model;

import java.util.function.DoublePredicate;

/**
 * The valid entries of a saved array.
 *
 * @param entries whether a number is valid
 * @param words for messages, after "it must be"
 */
public record EntryRange(DoublePredicate entries, String words) {

  /** The range of an incidence matrix. */
  public static final EntryRange BINARY =
      new EntryRange(value -> value == 0 || value == 1, "0 or 1");

  /** Every number that fits the single precision of the backends. */
  public static final EntryRange SINGLE =
      new EntryRange(value -> Math.abs(value) <= Float.MAX_VALUE, "a number within ±3.4e38");

  /**
   * Every number that fits the single precision of the backends, or NaN in whole columns without
   * data.
   */
  public static final EntryRange COLUMNS_OR_NONE =
      new EntryRange(
          value -> Double.isNaN(value) || SINGLE.entries().test(value),
          "a number within ±3.4e38, or NaN in every row of the column");

  /** Every finite number above 0. */
  public static final EntryRange POSITIVE =
      new EntryRange(value -> value > 0 && value <= Double.MAX_VALUE, "a finite number above 0");

  /** Every finite number from 0. */
  public static final EntryRange WEIGHT =
      new EntryRange(value -> value >= 0 && value <= Double.MAX_VALUE, "a finite number from 0");

  /** How many rows something is expected of, whatever the rounding. */
  public static final EntryRange COUNT =
      new EntryRange(value -> value >= 0 && value <= 0x1p32, "a number from 0 to 2^32");

  /** Every finite number, or NaN where there is none to tell. */
  public static final EntryRange FINITE_OR_NONE =
      new EntryRange(value -> !Double.isInfinite(value), "a finite number, or NaN for none");
}
