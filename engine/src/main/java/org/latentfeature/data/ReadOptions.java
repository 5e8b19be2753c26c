package org.latentfeature.data;

import org.jspecify.annotations.Nullable;

/**
 * How a file is read.
 *
 * @param entry name of the array inside an {@code .npz}, with or without {@code .npy}; null where
 *     the file holds only one
 * @param scaleBy every value is multiplied by this, in double precision, before it is rounded to 32
 *     bits
 * @param missing which entries may be missing and how the file says so; they are read as NaN,
 *     whatever the scale
 */
public record ReadOptions(@Nullable String entry, double scaleBy, MissingCode missing) {

  /** The only array of the file, values as they are, every entry known. */
  public static final ReadOptions DEFAULT = new ReadOptions(null, 1, MissingCode.REFUSED);

  /**
   * Checks the scale.
   *
   * @throws IllegalArgumentException if it is 0, NaN or infinite
   */
  public ReadOptions {
    if (scaleBy == 0 || !Double.isFinite(scaleBy)) {
      throw new IllegalArgumentException(
          "the scale is " + scaleBy + "; it must be a finite number other than 0");
    }
  }

  /** These options with another entry. */
  public ReadOptions withEntry(@Nullable String name) {
    return new ReadOptions(name, scaleBy, missing);
  }

  /** These options with another scale. */
  public ReadOptions withScaleBy(double factor) {
    return new ReadOptions(entry, factor, missing);
  }

  /** These options with another code of missing entries. */
  public ReadOptions withMissing(MissingCode code) {
    return new ReadOptions(entry, scaleBy, code);
  }
}
