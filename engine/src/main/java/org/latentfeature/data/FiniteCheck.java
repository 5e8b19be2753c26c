package org.latentfeature.data;

import java.nio.FloatBuffer;

/** Refuses what no estimator here can use: NaN, infinities, and values beyond 32-bit floats. */
public final class FiniteCheck {

  private static final int CHUNK = 1 << 14;

  private FiniteCheck() {}

  /**
   * Makes sure that every entry of {@code x} is finite.
   *
   * @param name what messages call the matrix
   * @throws DataException naming the first row and column that is not, counted from 1
   */
  public static void requireFinite(Matrix x, String name) {
    require(x, name, false);
  }

  /**
   * Makes sure that every entry of {@code x} is finite, or NaN because it is missing.
   *
   * @param name what messages call the matrix
   * @throws DataException naming the first row and column that is not, counted from 1
   */
  public static void requireFiniteOrMissing(Matrix x, String name) {
    require(x, name, true);
  }

  private static void require(Matrix x, String name, boolean missing) {
    float[] chunk = new float[CHUNK];
    for (int from = 0; from < x.rows(); ) {
      int count = x.contiguousRows(from, x.rows() - from);
      FloatBuffer entries = x.rows(from, count);
      while (entries.hasRemaining()) {
        int start = entries.position();
        int length = Math.min(CHUNK, entries.remaining());
        entries.get(chunk, 0, length);
        for (int p = 0; p < length; p++) {
          if (!Float.isFinite(chunk[p]) && !(missing && Float.isNaN(chunk[p]))) {
            int i = from + (start + p) / x.cols();
            throw notFinite(chunk[p], i, (start + p) % x.cols(), name, missing);
          }
        }
      }
      from += count;
    }
  }

  /**
   * Scales an entry and rounds it to 32 bits.
   *
   * @param missing whether entries may be missing, which the message then does not call a fault
   * @param i row, from 0
   * @param j column, from 0
   * @throws DataException if it is not finite, or is beyond the range of a float
   */
  public static float narrow(
      double value, double scale, boolean missing, int i, int j, String name) {
    float rounded = (float) (value * scale);
    if (!Float.isFinite(rounded)) {
      if (!Double.isFinite(value)) {
        throw notFinite(value, i, j, name, missing);
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

  /**
   * The words for row {@code i}, column {@code j} (from 0) in messages, where they count from 1.
   */
  public static String place(int i, int j, String name) {
    return "row " + (i + 1L) + ", column " + (j + 1L) + " (counting from 1) of " + name;
  }

  private static DataException notFinite(double value, int i, int j, String name, boolean missing) {
    return new DataException(
        place(i, j, name)
            + " is "
            + value
            + (missing ? "; infinite" : "; missing or infinite")
            + " values are not supported: remove the row or column, or fill the value in, first"
            + (Double.isNaN(value) ? MissingEntries.WAY_OUT : ""));
  }
}
