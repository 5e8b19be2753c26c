package org.latentfeature.io.image;

import java.awt.image.BufferedImage;
import java.awt.image.ColorModel;
import java.awt.image.IndexColorModel;
import java.awt.image.Raster;
import java.util.ArrayList;
import java.util.List;
import org.latentfeature.data.DataException;

/**
 * The samples of a decoded image as they stand in its file. They are read from the raster: asked
 * for colours, the image would convert grey levels, and all to 8 bits.
 */
final class PixelSamples {

  private static final float STEPS_PER_LEVEL = 257;

  private PixelSamples() {}

  /**
   * Makes sure that every index is one of {@code colours}; the decoder makes the others black.
   *
   * @param name what messages call the image
   * @throws DataException naming the first that is not
   */
  static void requireColours(Raster raster, int colours, String name) {
    int[] row = new int[raster.getWidth()];
    for (int i = 0; i < raster.getHeight(); i++) {
      raster.getSamples(0, i, row.length, 1, 0, row);
      for (int j = 0; j < row.length; j++) {
        if (row[j] >= colours) {
          throw new DataException(
              "row %d, column %d (counting from 1) of %s has palette index %d; the palette has %d colours (0 to %d):"
                      .formatted(i + 1, j + 1, name, row[j], colours, colours - 1)
                  + " write or copy it again");
        }
      }
    }
  }

  /**
   * The image that {@code image} holds; a palette is replaced by its colours.
   *
   * @param name what messages call the image
   * @throws DataException if its values are of another size than 8, 16 or 32 bits, or neither grey
   *     levels nor three colours
   */
  static Picture toPicture(BufferedImage image, String name) {
    ColorModel colours = image.getColorModel();
    if (colours instanceof IndexColorModel palette) {
      return ofPalette(image.getRaster(), palette);
    }
    Depth depth =
        switch (colours.getComponentSize(0)) {
          case 1, 2, 4, 8 -> Depth.BITS_8;
          case 16 -> Depth.BITS_16;
          case 32, 64 -> Depth.FLOAT;
          default ->
              throw new DataException(
                  "%s has values of %d bits; write it with 8 or 16, or as floats"
                      .formatted(name, colours.getComponentSize(0)));
        };
    float scale = depth == Depth.BITS_16 ? 1 / STEPS_PER_LEVEL : 1;
    int bands = image.getRaster().getNumBands();
    int alphas = colours.hasAlpha() ? 1 : 0;
    if (bands - alphas != 1 && bands - alphas != 3) {
      throw new DataException(
          "%s has %d channels; write it as grey levels, or as red, green and blue"
              .formatted(name, bands - alphas));
    }
    List<Plane> planes = new ArrayList<>();
    for (int b = 0; b < bands; b++) {
      planes.add(band(image.getRaster(), b, scale));
    }
    return new Picture(
        planes.subList(0, bands - alphas), alphas == 0 ? null : planes.get(bands - 1), depth);
  }

  /** A grey {@code picture} that is transparent where it has this level, opaque elsewhere. */
  static Picture withClear(Picture picture, int level) {
    Plane grey = picture.planes().get(0);
    Plane alpha = new Plane(grey.rows(), grey.cols());
    for (int p = 0; p < alpha.values().length; p++) {
      alpha.values()[p] = grey.values()[p] == level ? 0 : 255;
    }
    return new Picture(picture.planes(), alpha, picture.depth());
  }

  private static Plane band(Raster raster, int band, float scale) {
    Plane plane = new Plane(raster.getHeight(), raster.getWidth());
    float[] row = new float[plane.cols()];
    for (int i = 0; i < plane.rows(); i++) {
      raster.getSamples(0, i, row.length, 1, band, row);
      int at = i * row.length;
      for (int j = 0; j < row.length; j++) {
        plane.values()[at + j] = row[j] * scale;
      }
    }
    return plane;
  }

  /** Grey if all colours in use are. */
  private static Picture ofPalette(Raster raster, IndexColorModel palette) {
    int rows = raster.getHeight();
    int cols = raster.getWidth();
    List<Plane> rgb = List.of(new Plane(rows, cols), new Plane(rows, cols), new Plane(rows, cols));
    Plane alpha = new Plane(rows, cols);
    boolean grey = true;
    boolean opaque = true;
    int[] row = new int[cols];
    for (int i = 0; i < rows; i++) {
      raster.getSamples(0, i, cols, 1, 0, row);
      for (int j = 0; j < cols; j++) {
        int red = palette.getRed(row[j]);
        int green = palette.getGreen(row[j]);
        int blue = palette.getBlue(row[j]);
        grey &= red == green && green == blue;
        opaque &= palette.getAlpha(row[j]) == 255;
        rgb.get(0).set(i, j, red);
        rgb.get(1).set(i, j, green);
        rgb.get(2).set(i, j, blue);
        alpha.set(i, j, palette.getAlpha(row[j]));
      }
    }
    return new Picture(grey ? rgb.subList(0, 1) : rgb, opaque ? null : alpha, Depth.BITS_8);
  }
}
