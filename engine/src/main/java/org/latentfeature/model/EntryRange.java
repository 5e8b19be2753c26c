package org.latentfeature.model;

/**
 * What the entries of a saved array may be; never NaN.
 *
 * @param least the smallest
 * @param most the largest
 * @param words how a message says it, after "it must be"
 */
public record EntryRange(double least, double most, String words) {

  /** Every number that fits the single precision of the backends. */
  public static final EntryRange SINGLE =
      new EntryRange(-Float.MAX_VALUE, Float.MAX_VALUE, "a number within ±3.4e38");

  /** Every finite number above 0. */
  public static final EntryRange POSITIVE =
      new EntryRange(Double.MIN_VALUE, Double.MAX_VALUE, "a finite number above 0");

  /** How many rows something is expected of, whatever the rounding. */
  public static final EntryRange COUNT = new EntryRange(0, 0x1p32, "a number from 0 to 2^32");

  /** Whether {@code value} may be an entry. */
  public boolean contains(double value) {
    return value >= least && value <= most;
  }
}
