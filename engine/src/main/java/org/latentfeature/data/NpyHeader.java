package org.latentfeature.data;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the head of an {@code .npy} file says (format versions 1 to 3).
 *
 * @param type type of the entries
 * @param order byte order of the entries
 * @param fortran whether entries come column after column
 * @param rows number of rows, possibly 0
 * @param cols number of columns, possibly 0
 * @param length bytes before the first entry
 */
record NpyHeader(NpyType type, ByteOrder order, boolean fortran, int rows, int cols, int length) {

  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};

  /** NumPy writes a few hundred bytes at most; a larger number means a damaged file. */
  private static final long MAX_TEXT = 1 << 20;

  private static final Pattern DESCR =
      Pattern.compile("['\"]descr['\"]\\s*:\\s*['\"]([^'\"]*)['\"]");
  private static final Pattern FORTRAN =
      Pattern.compile("['\"]fortran_order['\"]\\s*:\\s*(True|False)");
  private static final Pattern SHAPE = Pattern.compile("['\"]shape['\"]\\s*:\\s*\\(([^)]*)\\)");

  /** Bytes of all entries; of a shape no file can hold, some number larger than any file. */
  long dataBytes() {
    long entries = (long) rows * cols;
    return Math.min(entries, Long.MAX_VALUE / 16) * type.bytes;
  }

  /**
   * Reads the head and leaves {@code in} at the first entry.
   *
   * @param name what messages call the file
   * @throws DataException if it is not the head of a 2-dimensional array of a known type
   */
  static NpyHeader read(InputStream in, String name) throws IOException {
    byte[] start = in.readNBytes(MAGIC.length + 2);
    if (start.length == 0) {
      throw new DataException(name + " is empty");
    }
    if (start.length < MAGIC.length + 2
        || !Arrays.equals(start, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
      throw new DataException(
          name + " is not a .npy file (it does not begin as one); give it its true extension");
    }
    int version = start[MAGIC.length];
    if (version < 1 || version > 3) {
      throw new DataException(
          name + " is in version " + version + " of the .npy format; versions 1 to 3 are known");
    }
    byte[] size = in.readNBytes(version == 1 ? 2 : 4);
    ByteBuffer sizeBits = ByteBuffer.wrap(Arrays.copyOf(size, 4)).order(ByteOrder.LITTLE_ENDIAN);
    long textLength = sizeBits.getInt() & 0xffffffffL;
    if (textLength > MAX_TEXT) {
      throw new DataException(name + " is damaged: its header claims " + textLength + " bytes");
    }
    byte[] text = in.readNBytes((int) textLength);
    if (text.length < textLength) {
      throw new DataException(
          name
              + " is truncated: its header has "
              + textLength
              + " bytes, the file only "
              + text.length
              + " of them");
    }
    return parse(
        new String(text, StandardCharsets.UTF_8), start.length + size.length + text.length, name);
  }

  private static NpyHeader parse(String text, int length, String name) {
    String descr = find(DESCR, text, name, "a plain entry type (descr)");
    boolean fortran = find(FORTRAN, text, name, "fortran_order").equals("True");
    int[] shape = shape(find(SHAPE, text, name, "a shape"), name);
    if (shape.length != 2) {
      throw new DataException(
          name
              + " has "
              + shape.length
              + (shape.length == 1 ? " dimension" : " dimensions")
              + ", needs 2 (rows × columns); reshape it first");
    }
    return new NpyHeader(type(descr, name), order(descr), fortran, shape[0], shape[1], length);
  }

  private static String find(Pattern pattern, String text, String name, String what) {
    Matcher m = pattern.matcher(text);
    if (!m.find()) {
      throw new DataException(
          name + " cannot be read: its .npy header has no " + what + ": " + Excerpt.of(text));
    }
    return m.group(1);
  }

  private static int[] shape(String text, String name) {
    String[] parts = text.isBlank() ? new String[0] : text.strip().split("\\s*,\\s*", 0);
    int[] shape = new int[parts.length];
    for (int p = 0; p < parts.length; p++) {
      try {
        // Python 2 wrote 3L.
        shape[p] = Integer.parseInt(parts[p].strip().replaceFirst("L$", ""));
      } catch (NumberFormatException e) {
        throw badShape(text, name, e);
      }
      if (shape[p] < 0) {
        throw badShape(text, name, new NumberFormatException("negative"));
      }
    }
    return shape;
  }

  private static DataException badShape(String text, String name, NumberFormatException cause) {
    return new DataException(
        name
            + " has the shape ("
            + Excerpt.of(text)
            + "); each dimension must be a number from 0 to "
            + Integer.MAX_VALUE,
        cause);
  }

  private static NpyType type(String descr, String name) {
    if (descr.length() > 1 && "<>=|".indexOf(descr.charAt(0)) >= 0) {
      String code = descr.substring(1);
      for (NpyType type : NpyType.values()) {
        if (type.code.equals(code)) {
          return type;
        }
      }
    }
    throw new DataException(
        name
            + " holds entries of type "
            + Excerpt.of(descr)
            + ", which cannot be read; convert it first: x.astype(numpy.float32)");
  }

  private static ByteOrder order(String descr) {
    return switch (descr.charAt(0)) {
      case '>' -> ByteOrder.BIG_ENDIAN;
      case '=' -> ByteOrder.nativeOrder();
      default -> ByteOrder.LITTLE_ENDIAN;
    };
  }
}
