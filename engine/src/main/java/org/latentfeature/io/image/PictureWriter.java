package org.latentfeature.io.image;

import java.awt.color.ColorSpace;
import java.awt.image.BufferedImage;
import java.awt.image.ColorModel;
import java.awt.image.ComponentColorModel;
import java.awt.image.DataBuffer;
import java.awt.image.Raster;
import java.awt.image.WritableRaster;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.imageio.ImageIO;
import javax.imageio.stream.ImageOutputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;
import org.latentfeature.data.DataException;
import org.latentfeature.io.AtomicFile;
import org.latentfeature.io.NpyWriter;

/**
 * Writes images: {@code .png} of 8 or 16 bits, and {@code .npy} arrays of rows × columns, or rows ×
 * columns × 3, in single precision, as the file's name says. A file is replaced when the new one is
 * whole, not before.
 */
public final class PictureWriter {

  private static final double STEPS_PER_LEVEL = 257;

  private PictureWriter() {}

  /**
   * Makes sure that {@link #write} knows a way to put {@code picture} into {@code path}; to be
   * asked before long computations.
   *
   * @throws DataException if the name ends as that of no known format, or the format cannot hold
   *     the image's opacity
   */
  public static void requireWritable(Picture picture, Path path) {
    switch (extension(path)) {
      case "png" -> {}
      case "npy" -> {
        if (picture.alpha() != null) {
          throw new DataException(path + " cannot hold opacity; name a .png file");
        }
      }
      default ->
          throw new DataException(
              path
                  + " has no extension of a format that images are written in; name a .png file, or"
                  + " .npy for values that are neither rounded nor clipped");
    }
  }

  /**
   * Writes an image at its depth. In a PNG, values are rounded and clipped to 0 … 255, and {@link
   * Depth#FLOAT} becomes 8 bits; in {@code .npy} values are as they are.
   *
   * @throws DataException if the file cannot be written, or as {@link #requireWritable}
   */
  public static void write(Picture picture, Path path) {
    requireWritable(picture, path);
    if (extension(path).equals("npy")) {
      List<Plane> planes = picture.planes();
      if (planes.size() == 1) {
        NpyWriter.writeFloats(
            picture.rows(), picture.cols(), (i, row) -> copyRow(planes, i, row), path);
      } else {
        NpyWriter.writeImage(
            picture.rows(),
            picture.cols(),
            planes.size(),
            (i, row) -> copyRow(planes, i, row),
            path);
      }
    } else {
      BufferedImage image = toImage(picture);
      AtomicFile.write(path, out -> writePng(image, out));
    }
  }

  private static void writePng(BufferedImage image, OutputStream to) throws IOException {
    // Not onto the stream itself: ImageIO would cache it in a file.
    try (ImageOutputStream out = new MemoryCacheImageOutputStream(to)) {
      ImageIO.write(image, "png", out);
    }
  }

  private static BufferedImage toImage(Picture picture) {
    boolean wide = picture.depth() == Depth.BITS_16;
    List<Plane> bands = new ArrayList<>(picture.planes());
    if (picture.alpha() != null) {
      bands.add(picture.alpha());
    }
    ColorModel colours =
        new ComponentColorModel(
            ColorSpace.getInstance(picture.isColour() ? ColorSpace.CS_sRGB : ColorSpace.CS_GRAY),
            picture.alpha() != null,
            false,
            picture.alpha() != null ? ColorModel.TRANSLUCENT : ColorModel.OPAQUE,
            wide ? DataBuffer.TYPE_USHORT : DataBuffer.TYPE_BYTE);
    WritableRaster raster =
        Raster.createInterleavedRaster(
            wide ? DataBuffer.TYPE_USHORT : DataBuffer.TYPE_BYTE,
            picture.cols(),
            picture.rows(),
            bands.size(),
            null);
    for (int b = 0; b < bands.size(); b++) {
      setBand(raster, b, bands.get(b), wide ? STEPS_PER_LEVEL : 1);
    }
    return new BufferedImage(colours, raster, false, null);
  }

  private static void setBand(WritableRaster raster, int band, Plane plane, double scale) {
    int largest = (int) (255 * scale);
    int[] row = new int[plane.cols()];
    for (int i = 0; i < plane.rows(); i++) {
      for (int j = 0; j < row.length; j++) {
        long rounded = Math.round(plane.get(i, j) * scale);
        row[j] = (int) Math.max(0, Math.min(largest, rounded));
      }
      raster.setSamples(0, i, row.length, 1, band, row);
    }
  }

  /** Copies the values of a row, those of a pixel side by side. */
  private static void copyRow(List<Plane> planes, int i, float[] row) {
    for (int c = 0; c < planes.size(); c++) {
      Plane plane = planes.get(c);
      for (int j = 0; j < plane.cols(); j++) {
        row[j * planes.size() + c] = plane.get(i, j);
      }
    }
  }

  private static String extension(Path path) {
    Path file = path.getFileName();
    String name = file == null ? "" : file.toString();
    int dot = name.lastIndexOf('.');
    return dot < 0 ? "" : name.substring(dot + 1).toLowerCase(Locale.ROOT);
  }
}
