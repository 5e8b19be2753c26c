package org.latentfeature.io.image;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.DataException;

/**
 * The chunks that a PNG file is made of (ISO/IEC 15948, section 5), checked from the first to the
 * last: a decoder may give an image of a file that was cut off, in part black.
 *
 * @param rows height
 * @param cols width
 * @param bits of one sample, 1 to 16
 * @param clearLevel the level, of 255, that is transparent in a grey image of less than 8 bits,
 *     which the decoder gets wrong; −1 if there is none
 * @param samples of one pixel
 * @param interlaced whether the pixels come in the seven passes of Adam7
 * @param colours of the palette; 0 if the pixels are no indices
 * @param pixels the compressed pixels
 */
record PngChunks(
    int rows,
    int cols,
    int bits,
    int samples,
    boolean interlaced,
    int clearLevel,
    int colours,
    PngPixels pixels) {

  private static final int SIGNATURE = 8;

  /** Where the header has what, all in the file's first chunk. */
  private static final int COLS = 16;

  private static final int ROWS = 20;
  private static final int BITS = 24;
  private static final int COLOUR_TYPE = 25;
  private static final int INTERLACE = 28;
  private static final int HEADER = 13;

  private static final int GREY = 0;
  private static final int PALETTE = 3;

  /** Length, type and checksum. */
  private static final int AROUND_DATA = 12;

  /**
   * Walks all chunks.
   *
   * @param file a whole file that begins with the signature
   * @param name what messages call it
   * @throws DataException if the file ends early or a checksum is wrong
   */
  static PngChunks check(byte[] file, String name) {
    ByteBuffer bytes = ByteBuffer.wrap(file);
    PngPixels pixels = null;
    int clearLevel = -1;
    int colours = 0;
    int at = SIGNATURE;
    while (true) {
      if (file.length - at < AROUND_DATA) {
        throw truncated(name, file.length);
      }
      int length = bytes.getInt(at);
      String type = new String(file, at + 4, 4, StandardCharsets.ISO_8859_1);
      if (!type.chars().allMatch(c -> c < 128 && Character.isLetter(c)) || length < 0) {
        throw damaged(name, "there is no chunk at byte " + at);
      }
      if (length > file.length - at - AROUND_DATA) {
        throw truncated(name, file.length);
      }
      CRC32 crc = new CRC32();
      crc.update(file, at + 4, length + 4);
      if (bytes.getInt(at + 8 + length) != (int) crc.getValue()) {
        throw damaged(name, "the checksum of chunk " + type + " at byte " + at + " is wrong");
      }
      if (pixels == null) {
        if (!type.equals("IHDR") || length != HEADER) {
          throw damaged(name, "it does not begin with a header chunk (IHDR)");
        }
        if (file[BITS] < 1 || file[BITS] > 16 || Integer.bitCount(file[BITS]) != 1) {
          throw damaged(name, "its samples have " + file[BITS] + " bits");
        }
        pixels = new PngPixels(file);
      }
      int bits = file[BITS];
      int colourType = file[COLOUR_TYPE];
      switch (type) {
        case "PLTE" -> colours = colourType == PALETTE ? length / 3 : 0;
        case "tRNS" -> {
          if (colourType == GREY && bits < 8 && length == 2) {
            clearLevel = (bytes.getShort(at + 8) & 0xffff) * 255 / ((1 << bits) - 1);
          }
        }
        case "IDAT" -> pixels.add(at + 8, length);
        default -> {} // Says nothing of the samples.
      }
      if (type.equals("IEND")) {
        break;
      }
      at += length + AROUND_DATA;
    }
    int rows = bytes.getInt(ROWS);
    int cols = bytes.getInt(COLS);
    if (pixels.isEmpty() || rows < 1 || cols < 1) {
      throw damaged(name, "it has no pixels");
    }
    int samples =
        switch (file[COLOUR_TYPE]) {
          case 2 -> 3;
          case 4 -> 2;
          case 6 -> 4;
          default -> 1;
        };
    boolean interlaced = file[INTERLACE] != 0;
    return new PngChunks(rows, cols, file[BITS], samples, interlaced, clearLevel, colours, pixels);
  }

  /** Bytes that the decoder takes for the samples. */
  long decodedBytes() {
    return rows * ((long) cols * samples * bits + 7) / 8;
  }

  /**
   * Makes sure that the file holds every pixel that its header claims.
   *
   * @param name what messages call the file
   * @throws DataException if it does not
   */
  void requireAllPixels(String name) {
    long claimed = PngPixels.bytes(rows, cols, bits * samples, interlaced);
    long held;
    try {
      held = pixels.unpackedBytes(claimed);
    } catch (DataFormatException e) {
      throw damaged(name, "its pixels cannot be decompressed", e);
    }
    if (held < claimed) {
      throw damaged(
          name,
          "its %,d×%,d pixels (rows × columns) need %,d bytes, but it has %,d"
              .formatted(rows, cols, claimed, held));
    }
  }

  private static DataException truncated(String name, int length) {
    return new DataException(
        name
            + " is truncated: the PNG ends at byte "
            + length
            + " without its last chunk (IEND); write or copy it again");
  }

  private static DataException damaged(String name, String why) {
    return damaged(name, why, null);
  }

  private static DataException damaged(
      String name, String why, @Nullable DataFormatException cause) {
    String message = name + " is a damaged PNG: " + why + "; write or copy it again";
    return cause == null ? new DataException(message) : new DataException(message, cause);
  }
}
