package org.latentfeature.io.image;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.MemoryCacheImageInputStream;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.DataException;
import org.latentfeature.data.FiniteCheck;
import org.latentfeature.data.Matrix;
import org.latentfeature.io.InputFile;
import org.latentfeature.io.NpyReader;
import org.latentfeature.io.UnchangedFile;

/**
 * Reads images: PNG (grey, colours or palette, 1 to 16 bits, with or without opacity), JPEG (grey
 * or colours), TIFF of one page (8 or 16 bits, or floats), BMP, PGM and PPM, WebP where a reader
 * for it is on the class path, and {@code .npy} arrays of rows × columns, or of rows × columns × 3.
 * The format is told by the file's content, whatever its name.
 */
public final class PictureReader {

  /**
   * Maximum bytes of memory that a decoder may take per byte of its file. It takes memory for all
   * pixels before it reads the first; photographs take some tens of bytes, and only pages that are
   * nearly blank hundreds.
   */
  private static final int MOST_RATIO = 192;

  /** Bytes of memory that a decoder may take for any file, however small. */
  private static final long ALWAYS_GRANTED = 128L << 20;

  private PictureReader() {}

  /**
   * Reads an image. Values of files of whole numbers come as 8-bit grey levels, from 0 to 255,
   * those of 16 bits divided by 257; values of {@code .npy} files and of floats as they are. A
   * palette is replaced by its colours, or by grey levels if it has no others; a JPEG is turned
   * upright if the camera says how it was held.
   *
   * @throws DataException if the file is missing, of another format, damaged, too large for Java's
   *     heap, or changes while it is read; the message says which
   * @throws IOException if the device fails while reading
   */
  public static Picture read(Path path) throws IOException {
    InputFile.requireReadable(path);
    String name = path.toString();
    requireRoom(Files.size(path), name);
    byte[] file = UnchangedFile.read(path, () -> Files.readAllBytes(path));
    if (file.length == 0) {
      throw new DataException(name + " is empty; write or copy it again");
    }
    FileFormat format = FileFormat.of(file);
    switch (format) {
      case PNG -> {
        PngChunks png = PngChunks.check(file, name);
        // Each sample as it stands in the file, and as a float; one colour may be transparent.
        int samples = png.colours() > 0 ? 4 : Math.min(4, png.samples() + 1);
        requireRoom(png.rows(), png.cols(), samples * (png.bits() > 8 ? 6 : 5), name);
        png.requireAllPixels(name);
        requireLikely(png.rows(), png.cols(), png.decodedBytes(), file.length, name);
        BufferedImage image = decode(file, format, name);
        if (png.colours() > 0) {
          PixelSamples.requireColours(image.getRaster(), png.colours(), name);
        }
        Picture picture = PixelSamples.toPicture(image, name);
        return png.clearLevel() < 0 ? picture : PixelSamples.withClear(picture, png.clearLevel());
      }
      case JPEG -> {
        JpegMarkers jpeg = JpegMarkers.check(file, name);
        requireLikely(jpeg.rows(), jpeg.cols(), jpeg.decodedBytes(), file.length, name);
        requireRoom(jpeg.rows(), jpeg.cols(), 5 * jpeg.components(), name);
        return jpeg.orientation().apply(PixelSamples.toPicture(decode(file, format, name), name));
      }
      case NPY -> {
        List<Plane> planes = new ArrayList<>();
        for (Matrix channel : NpyReader.readImage(path)) {
          planes.add(plane(channel, name));
        }
        return new Picture(planes, null, Depth.FLOAT);
      }
      case TIFF, BMP -> {
        return ofOnePage(file, format, name);
      }
      case WEBP -> {
        if (!ImageIO.getImageReadersByFormatName(format.label).hasNext()) {
          throw notReadable(format, name);
        }
        requireWhole(file, name);
        return ofOnePage(file, format, name);
      }
      case NETPBM -> {
        return NetpbmPixels.read(file, name);
      }
      default -> throw notReadable(format, name);
    }
  }

  /** The reader takes what is left of a WebP that was cut for a picture. */
  private static void requireWhole(byte[] file, String name) {
    long claimed = 0;
    for (int p = 7; p > 3; p--) {
      claimed = claimed << Byte.SIZE | (file[p] & 0xff);
    }
    if (claimed + 8 > file.length) {
      throw new DataException(
          "%s is a truncated WebP: it has %,d bytes of %,d; write or copy it again"
              .formatted(name, file.length, claimed + 8));
    }
  }

  /** An image of a format whose reader says its size before it decodes the pixels. */
  private static Picture ofOnePage(byte[] file, FileFormat format, String name) {
    ImageReader reader = ImageIO.getImageReadersByFormatName(format.label).next();
    try (ImageInputStream in = new MemoryCacheImageInputStream(new ByteArrayInputStream(file))) {
      reader.setInput(in, false, true);
      int pages = reader.getNumImages(true);
      if (pages > 1) {
        throw new DataException(
            "%s has %d pages; write the one that is meant as a file of its own"
                .formatted(name, pages));
      }
      int rows = reader.getHeight(0);
      int cols = reader.getWidth(0);
      requireRoom(rows, cols, 4 * Float.BYTES, name);
      requireLikely(rows, cols, 4L * rows * cols, file.length, name);
    } catch (IOException | RuntimeException e) {
      throw e instanceof DataException known ? known : damaged(format, name, e.getMessage(), e);
    } finally {
      reader.dispose();
    }
    try {
      return PixelSamples.toPicture(decode(file, format, name), name);
    } catch (RuntimeException e) {
      throw e instanceof DataException known ? known : damaged(format, name, e.getMessage(), e);
    }
  }

  private static BufferedImage decode(byte[] file, FileFormat format, String name) {
    ImageReader reader = ImageIO.getImageReadersByFormatName(format.label).next();
    AtomicReference<@Nullable String> trouble = new AtomicReference<>();
    reader.addIIOReadWarningListener(
        (source, warning) -> {
          if (isOfDamage(warning)) {
            trouble.set(warning);
          }
        });
    try (ImageInputStream in = new MemoryCacheImageInputStream(new ByteArrayInputStream(file))) {
      reader.setInput(in, true, true);
      BufferedImage image = reader.read(0);
      if (trouble.get() != null) {
        throw damaged(format, name, trouble.get(), null);
      }
      return image;
    } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException e) {
      // All in memory: what fails is the content, never the device.
      throw damaged(format, name, e.getMessage(), e);
    } finally {
      reader.dispose();
    }
  }

  /** The JPEG decoder only warns where coded data make no sense, among much that does no harm. */
  private static boolean isOfDamage(String warning) {
    return warning.startsWith("Premature end")
        || (warning.startsWith("Corrupt JPEG data") && !warning.contains("extraneous bytes"));
  }

  private static DataException damaged(
      FileFormat format, String name, @Nullable String why, @Nullable Exception cause) {
    String message =
        name + " is a damaged " + format.label + ": " + why + "; write or copy it again";
    return cause == null ? new DataException(message) : new DataException(message, cause);
  }

  private static Plane plane(Matrix x, String name) {
    requireRoom(x.rows(), x.cols(), Float.BYTES, name);
    Plane plane = new Plane(x.rows(), x.cols());
    for (int i = 0; i < x.rows(); i++) {
      x.rows(i, 1).get(plane.values(), i * x.cols(), x.cols());
    }
    requireKnown(plane, name);
    return plane;
  }

  private static void requireKnown(Plane plane, String name) {
    for (int p = 0; p < plane.values().length; p++) {
      if (Float.isNaN(plane.values()[p])) {
        throw new DataException(
            "%s is NaN, but an image has a value for each pixel; fill it in, for example by the mean of its neighbours"
                .formatted(FiniteCheck.place(p / plane.cols(), p % plane.cols(), name)));
      }
    }
  }

  private static void requireLikely(
      int rows, int cols, long decodedBytes, int fileBytes, String name) {
    if (decodedBytes > Math.max(ALWAYS_GRANTED, (long) MOST_RATIO * fileBytes)) {
      throw new DataException(
          "%s claims %,d×%,d pixels (rows × columns), which take %,d bytes to decode, %d times its %,d: it is damaged or nearly blank; convert it to an uncompressed PNG, or cut it into parts"
              .formatted(name, rows, cols, decodedBytes, decodedBytes / fileBytes, fileBytes));
    }
  }

  private static void requireRoom(int rows, int cols, int bytesPerPixel, String name) {
    // An image in Java is one array of at most 2^31 samples.
    if ((long) rows * cols > Integer.MAX_VALUE / 4) {
      throw new DataException(
          name
              + " has "
              + rows
              + "×"
              + cols
              + " pixels (rows × columns), more than the limit of "
              + Integer.MAX_VALUE / 4
              + "; cut it into parts");
    }
    requireRoom((long) rows * cols * bytesPerPixel, name);
  }

  private static void requireRoom(long bytes, String name) {
    long heap = Runtime.getRuntime().maxMemory();
    if (bytes > heap) {
      throw new DataException(
          name
              + " needs "
              + bytes
              + " bytes of memory, but the Java heap has "
              + heap
              + "; raise it with -Xmx, or cut the image into parts");
    }
  }

  private static DataException notReadable(FileFormat format, String name) {
    return new DataException(
        name
            + (format == FileFormat.UNKNOWN
                ? " is not an image of a supported format"
                : " is a " + format.label + " file")
            + "; images are read from PNG, JPEG, TIFF, BMP, PGM, PPM and .npy (rows × columns, or rows × columns × 3), WebP by the module lfm-formats: convert it first");
  }
}
