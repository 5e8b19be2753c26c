package org.latentfeature.io.image;

import org.latentfeature.data.DataException;

/**
 * The markers of a JPEG file (ITU-T T.81, annex B), from the first to the end of the image: the
 * decoder fills what is missing of a file that was cut off with grey, and knows neither four
 * colours nor 12 bits.
 *
 * @param rows height
 * @param cols width
 * @param components 1 for grey, 3 for colours
 * @param decodedBytes most that the decoder takes: one for a sample and, since a file may come in
 *     several passes over all of it, two for a coefficient
 * @param orientation how the camera was held
 */
record JpegMarkers(
    int rows, int cols, int components, long decodedBytes, ExifOrientation orientation) {

  private static final int APP1 = 0xe1;

  /** A block of 8×8 pixels takes at least one bit. */
  private static final long MOST_PIXELS_PER_BYTE = 64 * Byte.SIZE;

  private static final int END_OF_IMAGE = 0xd9;

  /**
   * Walks all markers.
   *
   * @param file a whole file that begins with the start of an image
   * @param name what messages call it
   * @throws DataException if the file ends early, or is of a kind that cannot be decoded
   */
  static JpegMarkers check(byte[] file, String name) {
    JpegMarkers frame = null;
    ExifOrientation orientation = ExifOrientation.UPRIGHT;
    int at = nextMarker(file, 2, name);
    while ((file[at] & 0xff) != END_OF_IMAGE) {
      int marker = file[at] & 0xff;
      if (at + 3 > file.length) {
        throw truncated(name, file.length);
      }
      int length = unsignedShort(file, at + 1);
      if (at + 1 + length > file.length) {
        throw truncated(name, file.length);
      }
      if (marker == APP1 && orientation == ExifOrientation.UPRIGHT) {
        orientation = ExifOrientation.of(file, at + 3, at + 1 + length);
      }
      if (isFrame(marker) && frame == null) {
        if (length < 8) {
          throw damaged(name);
        }
        requireBaselineOrProgressive(marker, file[at + 3] & 0xff, name);
        int components = file[at + 8] & 0xff;
        requireColours(components, name);
        if (length < 8 + 3 * components) {
          throw damaged(name);
        }
        int rows = unsignedShort(file, at + 4);
        int cols = unsignedShort(file, at + 6);
        long samples = (long) rows * cols * components;
        double share = coefficientShare(file, at + 9, components);
        frame =
            new JpegMarkers(
                rows,
                cols,
                components,
                samples + (long) (2 * samples * share),
                ExifOrientation.UPRIGHT);
      }
      at = nextMarker(file, at + 1 + length, name);
    }
    if (frame == null || frame.rows < 1 || frame.cols < 1) {
      throw new DataException(name + " is a JPEG without pixels; write or copy it again");
    }
    if ((long) frame.rows * frame.cols > MOST_PIXELS_PER_BYTE * file.length) {
      throw new DataException(
          "%s is a damaged JPEG: %,d×%,d pixels (rows × columns) take more than its %,d bytes; write or copy it again"
              .formatted(name, frame.rows, frame.cols, file.length));
    }
    return new JpegMarkers(
        frame.rows, frame.cols, frame.components, frame.decodedBytes, orientation);
  }

  /** How many coefficients there are for a sample: fewer where colours are stored more coarsely. */
  private static double coefficientShare(byte[] file, int at, int components) {
    int sum = 0;
    int across = 1;
    int down = 1;
    for (int c = 0; c < components; c++) {
      int sampling = file[at + 3 * c + 1] & 0xff;
      sum += (sampling >> 4) * (sampling & 15);
      across = Math.max(across, sampling >> 4);
      down = Math.max(down, sampling & 15);
    }
    return (double) sum / (across * down * components);
  }

  /**
   * The place of the next marker's code. Coded data, in which 0xff is followed by 0 or is a
   * restart, are passed over, as is what some programs leave between segments.
   */
  private static int nextMarker(byte[] file, int at, String name) {
    for (int p = at; p + 1 < file.length; p++) {
      int code = file[p + 1] & 0xff;
      if ((file[p] & 0xff) == 0xff && code != 0 && code != 0xff && (code & 0xf8) != 0xd0) {
        return p + 1;
      }
    }
    throw truncated(name, file.length);
  }

  /** Markers C0 to CF begin a frame, except three that hold tables. */
  private static boolean isFrame(int marker) {
    return (marker & 0xf0) == 0xc0 && marker != 0xc4 && marker != 0xc8 && marker != 0xcc;
  }

  private static void requireBaselineOrProgressive(int marker, int bits, String name) {
    if (marker > 0xc2 || bits != 8) {
      throw new DataException(
          name
              + (bits == 8 ? " is a lossless or arithmetic-coded JPEG" : " is a JPEG of " + bits)
              + (bits == 8 ? "" : " bits")
              + ", which cannot be read; convert it to PNG first");
    }
  }

  private static void requireColours(int components, String name) {
    if (components == 4) {
      throw new DataException(
          name
              + " is a JPEG of four colours (CMYK), which cannot be read; convert it to RGB first");
    }
    if (components != 1 && components != 3) {
      throw new DataException(
          name
              + " is a JPEG of "
              + components
              + " components, which cannot be read; convert it to PNG first");
    }
  }

  private static int unsignedShort(byte[] file, int at) {
    return (file[at] & 0xff) << 8 | (file[at + 1] & 0xff);
  }

  private static DataException damaged(String name) {
    return new DataException(name + " is a damaged JPEG; write or copy it again");
  }

  private static DataException truncated(String name, int length) {
    return new DataException(
        name
            + " is truncated: the JPEG ends at byte "
            + length
            + " without the end of the image; write or copy it again");
  }
}
