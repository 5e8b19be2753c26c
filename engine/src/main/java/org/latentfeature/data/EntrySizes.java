package org.latentfeature.data;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Statistics of the sizes of the entries of X, for warnings before a fit: whether an entry is so
 * far beyond the others that it is no datum, and whether columns are so far from 0 that single
 * precision does not hold how they vary.
 */
public final class EntrySizes {

  /** Entries above this are compared with the median. */
  private static final double LARGE = 1e15;

  /** Such an entry is no datum if it is larger than the median by this factor. */
  private static final double BEYOND = 1e6;

  /** Maximum number of entries that medians and means are computed from. */
  private static final int SAMPLE = 1 << 20;

  /** A mean of so many standard deviations is far from 0. */
  private static final double FAR = 1e3;

  /** Rounding to single precision may lose this share of a column's standard deviation. */
  private static final double LOST = 0.01;

  /** From here on floats are whole numbers; below they hold all of those, and fractions, too. */
  private static final float WHOLE = 1 << 23;

  private EntrySizes() {}

  /**
   * A column whose mean is far from 0.
   *
   * @param column from 0
   * @param mean of its known entries
   * @param deviation their standard deviation; of a constant column that of all columns together
   * @param isWhole whether they are whole numbers that floats hold exactly
   */
  public record Offset(int column, double mean, double deviation, boolean isWhole) {

    /** |mean| / deviation. */
    public double ratio() {
      return Math.abs(mean) / deviation;
    }

    /** The root mean square of what rounding the entries to single precision changes. */
    private double rounding() {
      return Math.ulp((float) mean) / Math.sqrt(12);
    }

    /** Returns whether single precision holds the variation of the column. */
    public boolean isHeld() {
      return isWhole || rounding() <= LOST * deviation;
    }
  }

  /**
   * Checks that no entry is a fill value.
   *
   * @param name what messages call the matrix
   * @throws DataException naming the first entry that is above 10<sup>15</sup> and a million times
   *     the median, its row and its column, counted from 1
   */
  public static void requirePlausible(Matrix x, String name) {
    requirePlausible(x, name, 1);
  }

  /**
   * Checks that no entry is a fill value, of a matrix whose entries were multiplied by {@code
   * scale} when they were read; messages name the entry in the file.
   */
  public static void requirePlausible(Matrix x, String name, double scale) {
    float largest = x.facts().largest();
    if (!(largest > LARGE) || !(largest > BEYOND * median(x))) {
      return;
    }
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < x.cols(); j++) {
        if (Math.abs(x.get(i, j)) == largest) {
          throw new DataException(
              "%s is %s, more than a million times the median of the entries: if this fill value stands for a missing entry, %s %s; otherwise remove the row or the column"
                  .formatted(
                      FiniteCheck.place(i, j, name),
                      (float) (x.get(i, j) / scale),
                      Phrase.MISSING_CODE,
                      (float) (x.get(i, j) / scale)));
        }
      }
    }
  }

  /** The median size of the known entries that are not 0. */
  private static double median(Matrix x) {
    int step = step(x);
    float[] row = new float[x.cols()];
    float[] sizes = new float[Math.toIntExact((long) ((x.rows() - 1) / step + 1) * x.cols())];
    int count = 0;
    for (int i = 0; i < x.rows(); i += step) {
      x.getRow(i, row);
      for (float value : row) {
        if (value != 0 && !Float.isNaN(value)) {
          sizes[count++] = Math.abs(value);
        }
      }
    }
    Arrays.sort(sizes, 0, count);
    return count == 0 ? 0 : sizes[count / 2];
  }

  /**
   * Returns the first column that is the same in every row, and not 0; -1 if there is none, or only
   * one row.
   */
  public static int constantColumn(Matrix x) {
    for (int d = 0; d < x.cols(); d++) {
      float first = x.get(0, d);
      int i = 1;
      while (i < x.rows() && x.get(i, d) == first) {
        i++;
      }
      if (i == x.rows() && i > 1 && first != 0 && !Float.isNaN(first)) {
        return d;
      }
    }
    return -1;
  }

  /**
   * Checks that each column varies, unless it is 0.
   *
   * @param who does not go with constant columns, for the message
   * @throws DataException naming the column
   */
  public static void requireVaried(Matrix x, String who) {
    int column = constantColumn(x);
    if (column >= 0) {
      throw new DataException(
          "column %,d (counting from 1) of X is %s in every row, which %s cannot tell from features; leave it out"
              .formatted(column + 1, x.get(0, column), who));
    }
  }

  private static boolean isConstant(Matrix x) {
    float[] first = new float[x.cols()];
    float[] row = new float[x.cols()];
    x.getRow(0, first);
    for (int i = 1; i < x.rows(); i++) {
      x.getRow(i, row);
      if (!Arrays.equals(first, row)) {
        return false;
      }
    }
    return x.rows() > 1;
  }

  private static int step(Matrix x) {
    return (int) Math.max(1, x.size() / SAMPLE);
  }

  /**
   * Checks that single precision holds what is in the columns.
   *
   * @param name what messages call the matrix
   * @throws DataException naming the column whose mean is farthest from 0 for its standard
   *     deviation, if rounding loses a hundredth of that; or if all entries of each column are the
   *     same, and so large that rounding may have made them so
   */
  public static void requireHeld(Matrix x, String name) {
    Offset offset = offset(x);
    if (offset == null && x.facts().largest() >= WHOLE && isConstant(x)) {
      throw new DataException(
          "all rows of %s are the same in 32-bit floats, which hold no fractions of numbers as large as %s; subtract the mean of each column before it is rounded to 32 bits"
              .formatted(name, x.facts().largest()));
    }
    if (offset != null && !offset.isHeld()) {
      throw new DataException(
          "the mean of column %,d (counting from 1) of %s is %.6g, %.3g standard deviations from 0, and 32-bit floats lose %.2g %% of one; subtract the mean from the column before it is rounded to 32 bits"
              .formatted(
                  offset.column() + 1,
                  name,
                  offset.mean(),
                  offset.ratio(),
                  100 * offset.rounding() / offset.deviation()));
    }
  }

  /**
   * The column whose mean is the most standard deviations from 0; null if none is more than a
   * thousand, or no column varies. Cached with the {@linkplain Matrix#facts facts} of the matrix.
   */
  public static @Nullable Offset offset(Matrix x) {
    return x.remembered().offset();
  }

  /** Reads {@code x} for its {@link #offset}. */
  static @Nullable Offset farthest(Matrix x) {
    int step = step(x);
    int cols = x.cols();
    double[] shift = new double[cols];
    double[] sums = new double[cols];
    double[] squares = new double[cols];
    int[] counts = new int[cols];
    float[] row = new float[cols];
    for (int i = 0; i < x.rows(); i += step) {
      x.getRow(i, row);
      for (int j = 0; j < cols; j++) {
        float value = row[j];
        if (!Float.isNaN(value)) {
          // From the first entry, or large means would swallow small deviations.
          if (counts[j]++ == 0) {
            shift[j] = value;
          }
          double rest = value - shift[j];
          sums[j] += rest;
          squares[j] += rest * rest;
        }
      }
    }
    double[] variances = new double[cols];
    for (int j = 0; j < shift.length; j++) {
      double rest = sums[j] / Math.max(1, counts[j]);
      variances[j] = Math.max(0, squares[j] / Math.max(1, counts[j]) - rest * rest);
      shift[j] += rest;
    }
    double pooled = Arrays.stream(variances).average().orElse(0);
    int farthest = -1;
    double most = FAR;
    for (int j = 0; j < cols && pooled > 0; j++) {
      double ratio = Math.abs(shift[j]) / deviation(variances[j], pooled);
      if (ratio > most) {
        most = ratio;
        farthest = j;
      }
    }
    return farthest < 0
        ? null
        : new Offset(
            farthest,
            shift[farthest],
            deviation(variances[farthest], pooled),
            isWhole(x, farthest, step));
  }

  private static double deviation(double variance, double pooled) {
    return Math.sqrt(variance > 0 ? variance : pooled);
  }

  /** Returns whether floats hold the known entries of a column as whole numbers and exactly. */
  private static boolean isWhole(Matrix x, int column, int step) {
    for (int i = 0; i < x.rows(); i += step) {
      float value = x.get(i, column);
      if (!Float.isNaN(value) && (value != Math.rint(value) || Math.abs(value) >= WHOLE)) {
        return false;
      }
    }
    return true;
  }
}
