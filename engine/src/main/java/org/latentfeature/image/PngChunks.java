package org.latentfeature.image;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import org.latentfeature.data.DataException;

/**
 * The chunks that a PNG file is made of (ISO/IEC 15948, section 5), checked from the first to the
 * last: a decoder may give a picture of a file that was cut off, in part black.
 *
 * @param rows height
 * @param cols width
 * @param bits of one sample, 1 to 16
 * @param clearLevel the level, of 255, that is transparent in a grey picture of less than 8 bits,
 *     which the decoder gets wrong; −1 if there is none
 */
record PngChunks(int rows, int cols, int bits, int clearLevel) {

  private static final int SIGNATURE = 8;

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
    PngChunks header = null;
    boolean pixels = false;
    boolean grey = false;
    int at = SIGNATURE;
    while (true) {
      if (file.length - at < AROUND_DATA) {
        throw truncated(name, file.length);
      }
      int length = bytes.getInt(at);
      String type = new String(file, at + 4, 4, StandardCharsets.ISO_8859_1);
      if (!type.chars().allMatch(c -> c < 128 && Character.isLetter(c)) || length < 0) {
        throw damaged(name, "what stands at byte " + at + " is no chunk");
      }
      if (length > file.length - at - AROUND_DATA) {
        throw truncated(name, file.length);
      }
      CRC32 crc = new CRC32();
      crc.update(file, at + 4, length + 4);
      if (bytes.getInt(at + 8 + length) != (int) crc.getValue()) {
        throw damaged(name, "the checksum of chunk " + type + " at byte " + at + " is wrong");
      }
      if (header == null) {
        if (!type.equals("IHDR") || length != 13) {
          throw damaged(name, "it does not begin with a header");
        }
        header = new PngChunks(bytes.getInt(at + 12), bytes.getInt(at + 8), file[at + 16], -1);
        grey = file[at + 17] == 0;
      }
      if (type.equals("tRNS") && grey && header.bits < 8 && length == 2) {
        int level = (bytes.getShort(at + 8) & 0xffff) * 255 / ((1 << header.bits) - 1);
        header = new PngChunks(header.rows, header.cols, header.bits, level);
      }
      pixels |= type.equals("IDAT");
      if (type.equals("IEND")) {
        break;
      }
      at += length + AROUND_DATA;
    }
    if (!pixels || header.rows < 1 || header.cols < 1) {
      throw damaged(name, "it holds no pixels");
    }
    return header;
  }

  private static DataException truncated(String name, int length) {
    return new DataException(
        name
            + " is truncated: the PNG ends at byte "
            + length
            + " without its last chunk (IEND); write or copy it again");
  }

  private static DataException damaged(String name, String why) {
    return new DataException(name + " is a damaged PNG: " + why + "; write or copy it again");
  }
}
