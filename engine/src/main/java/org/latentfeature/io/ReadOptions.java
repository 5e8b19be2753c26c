package org.latentfeature.io;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.FiniteCheck;

/**
 * Options for reading a file.
 *
 * @param entry name of the array inside an {@code .npz}, with or without {@code .npy}; null if the
 *     file has only one
 * @param scaleBy every value is multiplied by this, in double precision, before it is rounded to 32
 *     bits
 * @param missing how the file marks missing entries, if they are allowed; they are read as NaN,
 *     with any scale. {@linkplain TableLayout#triplets Triplets} allow them: what they do not name
 *     is missing
 * @param columns number of columns that X must have; sparse rows, which end with their last nonzero
 *     entry, are filled up to it. Null for the number in the file
 * @param layout of the columns of a table of text
 * @param sparse whether rows of a sparse format, of which less than 5 % are not zero, stay
 *     {@linkplain org.latentfeature.data.SparseRows sparse}; otherwise all rows are dense
 * @param format one of the {@linkplain MatrixFormat#names names} of the file's format; null if it
 *     is the file's extension
 */
public record ReadOptions(
    @Nullable String entry,
    double scaleBy,
    MissingCode missing,
    @Nullable Integer columns,
    TableLayout layout,
    boolean sparse,
    @Nullable String format) {

  /** The only array of the file, unscaled values, no missing entries, dense rows. */
  public static final ReadOptions DEFAULT =
      new ReadOptions(null, 1, MissingCode.REFUSED, null, TableLayout.DETECTED, false, null);

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
      throw new IllegalArgumentException("columns is " + columns + "; it must be at least 1");
    }
    if (layout.triplets() && !missing.allowed()) {
      missing = MissingCode.NAN;
    }
  }

  /**
   * Converts an entry: scaled and rounded to 32 bits, NaN if it is missing.
   *
   * @param value of the file
   * @param i row, from 0
   * @param j column, from 0
   * @param name of the matrix in messages
   * @throws org.latentfeature.data.DataException if it is neither finite nor missing, or is beyond
   *     the range of a float
   */
  public float narrow(double value, int i, int j, String name) {
    return missing.means(value)
        ? Float.NaN
        : FiniteCheck.narrow(value, scaleBy, missing.allowed(), i, j, name);
  }

  /**
   * Converts an entry like {@link #narrow}, but passes on entries that are not finite, for a check
   * of the whole matrix.
   *
   * @throws org.latentfeature.data.DataException if it is beyond the range of a float
   */
  float held(double value, int i, int j, String name) {
    return Double.isFinite(value) ? narrow(value, i, j, name) : (float) value;
  }

  /** These options with another entry. */
  public ReadOptions withEntry(@Nullable String name) {
    return new ReadOptions(name, scaleBy, missing, columns, layout, sparse, format);
  }

  /** These options with another scale. */
  public ReadOptions withScaleBy(double factor) {
    return new ReadOptions(entry, factor, missing, columns, layout, sparse, format);
  }

  /** These options with another code of missing entries. */
  public ReadOptions withMissing(MissingCode code) {
    return new ReadOptions(entry, scaleBy, code, columns, layout, sparse, format);
  }

  /** These options with another number of columns; null for the number in the file. */
  public ReadOptions withColumns(@Nullable Integer count) {
    return new ReadOptions(entry, scaleBy, missing, count, layout, sparse, format);
  }

  /** These options with another layout of tables. */
  public ReadOptions withLayout(TableLayout table) {
    return new ReadOptions(entry, scaleBy, missing, columns, table, sparse, format);
  }

  /** These options with sparse rows kept as such, or not. */
  public ReadOptions withSparse(boolean kept) {
    return new ReadOptions(entry, scaleBy, missing, columns, layout, kept, format);
  }

  /** These options with a format, whatever the file's extension; null for that of the extension. */
  public ReadOptions withFormat(@Nullable String name) {
    return new ReadOptions(entry, scaleBy, missing, columns, layout, sparse, name);
  }

  /** The name of the format by which a file is read; empty if nothing tells. */
  String formatOf(Path path) {
    return format == null ? InputFile.extension(path) : format;
  }
}
