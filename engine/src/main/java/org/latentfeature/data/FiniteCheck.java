package org.latentfeature.data;

/**
 * Refuses values that no estimator accepts: NaN, infinities, and values beyond the range of 32-bit
 * floats.
 */
public final class FiniteCheck {

  private FiniteCheck() {}

  /**
   * Scales an entry and rounds it to 32 bits.
   *
   * @param missing whether entries may be missing; the message then does not mention them as an
   *     error
   * @param i row, from 0
   * @param j column, from 0
   * @throws DataException if it is not finite, or is beyond the range of a float
   */
  public static float narrow(
      double value, double scale, boolean missing, int i, int j, String name) {
    float rounded = (float) (value * scale);
    if (!Float.isFinite(rounded)) {
      if (!Double.isFinite(value)) {
        throw notFinite(value, i, j, name, missing, "");
      }
      throw new DataException(
          place(i, j, name)
              + " is "
              + value
              + (scale == 1 ? "" : ", scaled by " + scale)
              + ", beyond the largest 32-bit float (3.4e38); scale the data down");
    }
    return rounded;
  }

  /** Names row {@code i}, column {@code j} (from 0) in messages, counting from 1. */
  public static String place(int i, int j, String name) {
    return "row " + (i + 1L) + ", column " + (j + 1L) + " (counting from 1) of " + name;
  }

  /**
   * The exception for an entry that no estimator accepts, as thrown by {@link #narrow}.
   *
   * @param share {@linkplain MissingEntries#share how much} is missing; empty if it is not counted
   */
  static DataException notFinite(
      double value, int i, int j, String name, boolean missing, String share) {
    return new DataException(
        place(i, j, name)
            + " is "
            + value
            + (missing ? "; infinite" : "; missing or infinite")
            + " values are not supported"
            + (share.isEmpty() ? "" : " (" + share + ")")
            + ": remove the row or column, or fill in the value"
            + (Double.isNaN(value) ? MissingEntries.WAY_OUT : ""));
  }
}
