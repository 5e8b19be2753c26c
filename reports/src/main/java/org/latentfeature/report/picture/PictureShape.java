package org.latentfeature.report.picture;

/**
 * How the D numbers of a row make a picture.
 *
 * @param height rows of pixels
 * @param width columns of pixels
 * @param columnMajor whether they are stored column after column
 */
public record PictureShape(int height, int width, boolean columnMajor) {

  /** This shape, stored column after column if {@code value}. */
  public PictureShape inColumns(boolean value) {
    return new PictureShape(height, width, value);
  }

  /** The shape with height and width exchanged, stored in the same order. */
  public PictureShape turned() {
    return new PictureShape(/* height= */ width, /* width= */ height, columnMajor);
  }

  /** Number of pixels, D. */
  public long pixels() {
    return (long) height * width;
  }

  /** Place of pixel (i, j) among the D numbers. */
  public int at(int i, int j) {
    return columnMajor ? j * height + i : i * width + j;
  }

  /** {@code 30x40}, height and width. */
  @Override
  public String toString() {
    return height + "x" + width;
  }
}
