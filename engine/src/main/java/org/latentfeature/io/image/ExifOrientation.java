package org.latentfeature.io.image;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * How a camera was held, as it wrote into a JPEG (Exif 2.3, tag 0112 of the first directory), and a
 * plane turned upright. Images are written without that note, so that what is not turned here would
 * lie on its side for good.
 */
enum ExifOrientation {
  /** Row 0 on top, column 0 at the left. */
  UPRIGHT(false, false, false),
  /** Column 0 at the right. */
  MIRRORED(false, false, true),
  /** Row 0 at the bottom, column 0 at the right. */
  UPSIDE_DOWN(false, true, true),
  /** Row 0 at the bottom. */
  MIRRORED_UPSIDE_DOWN(false, true, false),
  /** Row 0 at the left, column 0 on top. */
  TRANSPOSED(true, false, false),
  /** Row 0 at the right, column 0 on top. */
  TOP_AT_LEFT(true, true, false),
  /** Row 0 at the right, column 0 at the bottom. */
  TRANSPOSED_UPSIDE_DOWN(true, true, true),
  /** Row 0 at the left, column 0 at the bottom. */
  TOP_AT_RIGHT(true, false, true);

  private static final byte[] EXIF = "Exif\0\0".getBytes(StandardCharsets.US_ASCII);
  private static final int TAG = 0x0112;
  private static final int ENTRY = 12;

  /** True if rows of the file are columns of the image. */
  private final boolean transposed;

  private final boolean lastRowFirst;
  private final boolean lastColumnFirst;

  ExifOrientation(boolean transposed, boolean lastRowFirst, boolean lastColumnFirst) {
    this.transposed = transposed;
    this.lastRowFirst = lastRowFirst;
    this.lastColumnFirst = lastColumnFirst;
  }

  /**
   * Reads the orientation from bytes {@code from} (inclusive) to {@code to} (exclusive) of {@code
   * file}, a segment APP1 without its length. Returns {@link #UPRIGHT} where they cannot be
   * understood, as viewers do.
   */
  static ExifOrientation of(byte[] file, int from, int to) {
    int start = from + EXIF.length;
    if (start > to || !Arrays.equals(file, from, start, EXIF, 0, EXIF.length)) {
      return UPRIGHT;
    }
    ByteBuffer tiff = ByteBuffer.wrap(file, start, to - start).slice();
    try {
      tiff.order(tiff.getShort() == 0x4949 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
      int at = tiff.getInt(4);
      int entries = tiff.getShort(at);
      for (int e = 0; e < entries; e++) {
        int entry = at + 2 + ENTRY * e;
        if (tiff.getShort(entry) == TAG) {
          int value = tiff.getShort(entry + 8);
          return value >= 1 && value <= values().length ? values()[value - 1] : UPRIGHT;
        }
      }
      return UPRIGHT;
    } catch (BufferUnderflowException | IndexOutOfBoundsException e) {
      return UPRIGHT;
    }
  }

  /** {@code picture} as it was seen. */
  Picture apply(Picture picture) {
    return this == UPRIGHT
        ? picture
        : new Picture(
            picture.planes().stream().map(this::apply).toList(), picture.alpha(), picture.depth());
  }

  private Plane apply(Plane stored) {
    int lastRow = stored.rows() - 1;
    int lastCol = stored.cols() - 1;
    Plane seen =
        transposed ? new Plane(lastCol + 1, lastRow + 1) : new Plane(lastRow + 1, lastCol + 1);
    for (int i = 0; i < seen.rows(); i++) {
      for (int j = 0; j < seen.cols(); j++) {
        int row = transposed ? j : i;
        int col = transposed ? i : j;
        seen.set(
            i,
            j,
            stored.get(lastRowFirst ? lastRow - row : row, lastColumnFirst ? lastCol - col : col));
      }
    }
    return seen;
  }
}
