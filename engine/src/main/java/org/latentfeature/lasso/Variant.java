package org.latentfeature.lasso;

import java.util.Set;
import org.latentfeature.fit.OptionException;

/**
 * The changes to the plain squared error ‖X − Z W‖² that a fit minimises, in any combination. The
 * search for Z is that of the lasso; its result is refined for these changes.
 *
 * @param robust whether residuals beyond 1.345 σ̂ count by their size, not its square (Huber's
 *     loss), so that outlying entries and rows do not decide what the features are
 * @param nonnegative whether W ≥ 0
 * @param intercept whether X ≈ Z W + 1 bᵀ, with a row b that all rows have, beside the K features.
 *     A feature and its complement are then the same, and the one that fewer rows have is taken
 * @param l1 λ of the penalty 2λ Σ|w_kd|, in units of X times the root of the number of rows; 0 for
 *     none, NaN for 1.5 σ̂ √(N/2), which leaves no entry of W to noise alone
 * @param order whether rows are in order of time, so that bits persist from one to the next; goes
 *     with none of the others
 */
public record Variant(
    boolean robust, boolean nonnegative, boolean intercept, double l1, RowOrder order) {

  /** Meanings of the order of the rows. */
  public enum RowOrder {
    /** Nothing. */
    NONE,
    /** Time: features switch seldom from a row to the next. */
    ROWS
  }

  /** The plain squared error, without changes. */
  public static final Variant PLAIN = new Variant(false, false, false, 0, RowOrder.NONE);

  /** Names of the options that make it. */
  public static final Set<String> NAMES =
      Set.of("robust", "nonnegative", "intercept", "l1", "order");

  /** Checks the penalty. */
  public Variant {
    if (l1 < 0 || Double.isInfinite(l1)) {
      throw new OptionException("l1", "is " + l1 + "; it must be auto or a number from 0");
    }
  }

  /** Returns whether the fit minimises the plain squared error. */
  public boolean isPlain() {
    return equals(PLAIN);
  }

  /** The first option of it that is set, of {@link #PLAIN} none. */
  public String name() {
    return robust
        ? "robust"
        : nonnegative
            ? "nonnegative"
            : intercept ? "intercept" : l1 != 0 ? "l1" : isOrdered() ? "order" : "none";
  }

  /** Returns this variant with or without Huber's loss. */
  public Variant withRobust(boolean value) {
    return new Variant(value, nonnegative, intercept, l1, order);
  }

  /** Returns this variant with or without the constraint W ≥ 0. */
  public Variant withNonnegative(boolean value) {
    return new Variant(robust, value, intercept, l1, order);
  }

  /** Returns this variant with or without the intercept b. */
  public Variant withIntercept(boolean value) {
    return new Variant(robust, nonnegative, value, l1, order);
  }

  /** Returns this variant with another penalty on W. */
  public Variant withL1(double value) {
    return new Variant(robust, nonnegative, intercept, value, order);
  }

  /** Returns this variant with rows in another order. */
  public Variant withOrder(RowOrder value) {
    return new Variant(robust, nonnegative, intercept, l1, value);
  }

  /** Returns whether rows are in order of time. */
  public boolean isOrdered() {
    return order == RowOrder.ROWS;
  }

  /** Returns whether nothing but the order of the rows is beside the plain squared error. */
  public boolean isOrderedOnly() {
    return isOrdered() && withOrder(RowOrder.NONE).isPlain();
  }
}
