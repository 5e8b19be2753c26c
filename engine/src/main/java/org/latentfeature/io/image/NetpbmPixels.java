package org.latentfeature.io.image;

import java.util.ArrayList;
import java.util.List;
import org.latentfeature.data.DataException;

/**
 * Grey levels and colours of netpbm: P2 and P3 as text, P5 and P6 as bytes, of which two make a
 * value where the largest is above 255. The largest value is white, 255 here.
 */
final class NetpbmPixels {

  private static final int LARGEST = 65_535;

  private final byte[] file;
  private final String name;
  private int at;

  private NetpbmPixels(byte[] file, String name) {
    this.file = file;
    this.name = name;
  }

  /** The size of an image before it is read, and the largest value. */
  record Header(boolean isText, int channels, int cols, int rows, int white) {}

  /**
   * Reads the pixels.
   *
   * @param file all bytes, which begin as those of this format do
   * @param name what messages call the file
   * @throws DataException if it is a bitmap, damaged, or has other bytes after its pixels
   */
  static Picture read(byte[] file, String name) {
    return new NetpbmPixels(file, name).read();
  }

  private Picture read() {
    Header header = header();
    if ((long) header.rows() * header.cols() > Integer.MAX_VALUE / 4) {
      throw damaged(
          "it claims %,d×%,d pixels (rows × columns)".formatted(header.rows(), header.cols()));
    }
    long samples = (long) header.rows() * header.cols() * header.channels();
    int bytes = header.white() > 255 ? 2 : 1;
    long least = header.isText() ? 2 * samples - 1 : samples * bytes;
    if (file.length - at < least) {
      throw damaged(
          "%,d×%,d pixels (rows × columns) take at least %,d bytes, but %,d follow its header"
              .formatted(header.rows(), header.cols(), least, file.length - at));
    }
    List<Plane> planes = new ArrayList<>();
    for (int c = 0; c < header.channels(); c++) {
      planes.add(new Plane(header.rows(), header.cols()));
    }
    float scale = 255f / header.white();
    for (int i = 0; i < header.rows(); i++) {
      for (int j = 0; j < header.cols(); j++) {
        for (Plane plane : planes) {
          int value = header.isText() ? number("a value") : binary(bytes);
          if (value > header.white()) {
            throw damaged(
                "row %d, column %d has %d, above its largest value, %d"
                    .formatted(i + 1, j + 1, value, header.white()));
          }
          plane.set(i, j, header.white() == 255 ? value : value * scale);
        }
      }
    }
    requireEnd(header.isText());
    return new Picture(planes, null, bytes == 2 ? Depth.BITS_16 : Depth.BITS_8);
  }

  private void requireEnd(boolean isText) {
    while (isText && at < file.length && Character.isWhitespace(file[at])) {
      at++;
    }
    if (at < file.length) {
      throw damaged("there are bytes after its pixels");
    }
  }

  private Header header() {
    char kind = (char) file[1];
    if (kind == '1' || kind == '4') {
      throw new DataException(
          name + " is a bitmap of black and white; convert it to grey levels, PGM or PNG");
    }
    at = 2;
    boolean isText = kind == '2' || kind == '3';
    int cols = number("the number of columns");
    int rows = number("the number of rows");
    int white = number("the largest value");
    if (cols == 0 || rows == 0 || white == 0 || white > LARGEST) {
      throw damaged("it says %d rows, %d columns and values up to %d".formatted(rows, cols, white));
    }
    // One blank ends the header.
    at++;
    return new Header(isText, kind == '3' || kind == '6' ? 3 : 1, cols, rows, white);
  }

  /** The next whole number of a text, after blanks and comments. */
  private int number(String what) {
    while (at < file.length && (Character.isWhitespace(file[at]) || file[at] == '#')) {
      if (file[at] == '#') {
        while (at < file.length && file[at] != '\n' && file[at] != '\r') {
          at++;
        }
      } else {
        at++;
      }
    }
    int from = at;
    long value = 0;
    while (at < file.length && file[at] >= '0' && file[at] <= '9' && value <= Integer.MAX_VALUE) {
      value = 10 * value + file[at++] - '0';
    }
    if (at == from || value > Integer.MAX_VALUE) {
      throw damaged("byte %,d is not in %s".formatted(from + 1, what));
    }
    return (int) value;
  }

  private int binary(int bytes) {
    int value = file[at++] & 0xff;
    return bytes == 1 ? value : value << 8 | (file[at++] & 0xff);
  }

  private DataException damaged(String why) {
    return new DataException(
        "%s is a damaged PGM or PPM: %s; write or copy it again".formatted(name, why));
  }
}
