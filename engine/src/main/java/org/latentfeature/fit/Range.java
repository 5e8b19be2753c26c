package org.latentfeature.fit;

import java.util.function.DoublePredicate;
import org.jspecify.annotations.Nullable;

/**
 * A range of numbers.
 *
 * @param words in help and errors: {@code above 0}
 * @param has whether a value is in it
 */
public record Range(String words, DoublePredicate has) {

  /** All finite numbers above 0. */
  public static final Range POSITIVE = new Range("above 0", v -> v > 0 && Double.isFinite(v));

  /** All finite numbers of at least {@code least}. */
  public static Range atLeast(int least) {
    return new Range("at least " + least, v -> v >= least && Double.isFinite(v));
  }

  /** From {@code least} to {@code most}. */
  public static Range of(int least, int most) {
    return new Range("%d … %d".formatted(least, most), v -> v >= least && v <= most);
  }

  /**
   * Checks a value; null, for one that is not set, is always allowed.
   *
   * @throws OptionException with the name, the value and the range
   */
  public void require(String name, @Nullable Number value) {
    if (value != null && !has.test(value.doubleValue())) {
      throw new OptionException(name, "is %s; it must be %s".formatted(value, words));
    }
  }
}
