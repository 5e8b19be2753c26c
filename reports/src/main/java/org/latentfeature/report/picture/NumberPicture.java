package org.latentfeature.report.picture;

import java.awt.image.BufferedImage;
import org.latentfeature.base.linalg.Dense;

/** Numbers as pixels, one each, to be enlarged where they are shown. */
public final class NumberPicture {

  private NumberPicture() {}

  /** Row {@code row} of {@code values} (each D numbers) as a picture. */
  public static BufferedImage ofRow(Dense values, int row, PictureShape shape, ColourScale scale) {
    BufferedImage image =
        new BufferedImage(shape.width(), shape.height(), BufferedImage.TYPE_INT_RGB);
    for (int i = 0; i < shape.height(); i++) {
      for (int j = 0; j < shape.width(); j++) {
        image.setRGB(j, i, scale.colour(values.get(row, shape.at(i, j))));
      }
    }
    return image;
  }

  /** A matrix as a picture: a line of pixels for each row. */
  public static BufferedImage of(Dense values, ColourScale scale) {
    BufferedImage image =
        new BufferedImage(values.cols(), values.rows(), BufferedImage.TYPE_INT_RGB);
    for (int i = 0; i < values.rows(); i++) {
      for (int j = 0; j < values.cols(); j++) {
        image.setRGB(j, i, scale.colour(values.get(i, j)));
      }
    }
    return image;
  }
}
