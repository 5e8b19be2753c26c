package org.latentfeature.io;

import org.jspecify.annotations.Nullable;
import org.latentfeature.data.DataException;
import org.latentfeature.data.FiniteCheck;

/**
 * How a file is read.
 *
 * @param entry name of the array inside an {@code .npz}, with or without {@code .npy}; null where
 *     the file holds only one
 * @param scaleBy every value is multiplied by this, in double precision, before it is rounded to 32
 *     bits
 * @param missing which entries may be missing and how the file says so; they are read as NaN,
 *     whatever the scale
 * @param columns how many columns X must have; sparse rows, which end with their last entry that is
 *     not 0, are filled up to it. Null for as many as the file has
 * @param layout what a table of text holds besides X
 */
public record ReadOptions(
    @Nullable String entry,
    double scaleBy,
    MissingCode missing,
    @Nullable Integer columns,
    TableLayout layout) {

  /** The only array of the file, values as they are, every entry known. */
  public static final ReadOptions DEFAULT =
      new ReadOptions(null, 1, MissingCode.REFUSED, null, TableLayout.DETECTED);

  /**
   * Checks the scale and the number of columns.
   *
   * @throws IllegalArgumentException if the scale is 0, NaN or infinite, or the number below 1
   */
  public ReadOptions {
    if (scaleBy == 0 || !Double.isFinite(scaleBy)) {
      throw new IllegalArgumentException(
          "the scale is " + scaleBy + "; it must be a finite number other than 0");
    }
    if (columns != null && columns < 1) {
      throw new IllegalArgumentException(columns + " columns; there must be at least 1");
    }
  }

  /**
   * An entry as a matrix holds it: scaled and rounded to 32 bits, NaN where it is missing.
   *
   * @param i row, from 0
   * @param j column, from 0
   * @param name what messages call the matrix
   * @throws DataException if it is neither finite nor missing, or is beyond the range of a float
   */
  float narrow(double value, int i, int j, String name) {
    return missing.means(value)
        ? Float.NaN
        : FiniteCheck.narrow(value, scaleBy, missing.allowed(), i, j, name);
  }

  /** These options with another entry. */
  public ReadOptions withEntry(@Nullable String name) {
    return new ReadOptions(name, scaleBy, missing, columns, layout);
  }

  /** These options with another scale. */
  public ReadOptions withScaleBy(double factor) {
    return new ReadOptions(entry, factor, missing, columns, layout);
  }

  /** These options with another code of missing entries. */
  public ReadOptions withMissing(MissingCode code) {
    return new ReadOptions(entry, scaleBy, code, columns, layout);
  }

  /** These options with another number of columns; null for as many as the file has. */
  public ReadOptions withColumns(@Nullable Integer count) {
    return new ReadOptions(entry, scaleBy, missing, count, layout);
  }

  /** These options with another layout of tables. */
  public ReadOptions withLayout(TableLayout table) {
    return new ReadOptions(entry, scaleBy, missing, columns, table);
  }
}
