package org.latentfeature.io;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.DataException;

/**
 * The header of an {@code .npy} file (format versions 1 to 3).
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

  /** The longest that NumPy reads; it writes a few hundred bytes at most. */
  private static final long MAX_TEXT = 10_000;

  private static final List<String> KEYS = List.of("descr", "fortran_order", "shape");

  /** Bytes of all entries; of a shape no file can hold, some number larger than any file. */
  long dataBytes() {
    long entries = (long) rows * cols;
    return Math.min(entries, Long.MAX_VALUE / 16) * type.bytes;
  }

  /**
   * Reads the header and leaves {@code in} at the first entry.
   *
   * @param name of the file in messages
   * @throws DataException if it is not the header of a 2-dimensional array of a supported type
   */
  static NpyHeader read(InputStream in, String name) throws IOException {
    Fields fields = fields(in, name);
    List<?> shape = fields.shape(name);
    int dimensions = shape.size();
    if (dimensions != 2) {
      throw new DataException(
          name
              + " has "
              + dimensions
              + (dimensions == 1 ? " dimension" : " dimensions")
              + ", but needs 2 (rows × columns); reshape it first");
    }
    return fields.header(dimension(shape.get(0), name), dimension(shape.get(1), name), name);
  }

  /**
   * Reads the header of an image of rows × columns, or of rows × columns × channels, as that of a
   * matrix with a column for each column and channel: in C order the channels of a column are side
   * by side, in Fortran order the columns of a channel.
   *
   * @throws DataException if it is neither, has other channels than one or three, or is of no
   *     supported type
   */
  static NpyHeader readImage(InputStream in, String name) throws IOException {
    Fields fields = fields(in, name);
    List<?> shape = fields.shape(name);
    int dimensions = shape.size();
    if (dimensions != 2 && dimensions != 3) {
      throw new DataException(
          name
              + " has "
              + dimensions
              + (dimensions == 1 ? " dimension" : " dimensions")
              + ", but an image needs 2 (rows × columns) or 3 (rows × columns × 3); reshape it first");
    }
    int channels = dimensions == 2 ? 1 : dimension(shape.get(2), name);
    if (channels != 1 && channels != 3) {
      throw new DataException(
          "%s has %d channels, but an image has 1 or 3; write those of red, green and blue: x[:, :, :3]"
              .formatted(name, channels));
    }
    int cols = dimension(shape.get(1), name);
    if ((long) cols * channels > Integer.MAX_VALUE) {
      throw new DataException(
          "%s has %d columns, too many for an image of %d channels"
              .formatted(name, cols, channels));
    }
    return fields.header(dimension(shape.get(0), name), cols * channels, name);
  }

  /**
   * The number of channels of the image that {@code in} begins, which {@link #readImage} accepts.
   */
  static int channels(InputStream in, String name) throws IOException {
    List<?> shape = fields(in, name).shape(name);
    return shape.size() == 3 ? dimension(shape.get(2), name) : 1;
  }

  /**
   * Reads the header of a vector, as that of a matrix of one column.
   *
   * @throws DataException if it is not the header of a 1-dimensional array of a supported type
   */
  static NpyHeader readVector(InputStream in, String name) throws IOException {
    Fields fields = fields(in, name);
    List<?> shape = fields.shape(name);
    if (shape.size() != 1) {
      throw new DataException(name + " has " + shape.size() + " dimensions, but needs 1");
    }
    return fields.header(dimension(shape.get(0), name), 1, name);
  }

  /**
   * The number of dimensions of the array that {@code in} begins.
   *
   * @throws DataException if it is not the header of an array
   */
  static int dimensions(InputStream in, String name) throws IOException {
    return fields(in, name).shape(name).size();
  }

  /**
   * Reads the header of a single entry, of any type, and leaves {@code in} there.
   *
   * @return NumPy's code of its type
   * @throws DataException if it is not the header of an array without dimensions
   */
  static String readText(InputStream in, String name) throws IOException {
    Fields fields = fields(in, name);
    if (!fields.shape(name).isEmpty()) {
      throw new DataException(name + " is an array, expected a text");
    }
    return fields.descr().toString();
  }

  /**
   * The fields of a header, as they are written.
   *
   * @param descr type
   * @param fortran whether entries come column after column
   * @param shape a tuple, if the file is right
   * @param text of the header
   * @param length bytes before the first entry
   */
  private record Fields(Object descr, boolean fortran, Object shape, String text, int length) {

    List<?> shape(String name) {
      if (shape instanceof PythonLiteral.Tuple sides) {
        return sides.items();
      }
      throw unreadable(name, "the shape is not a tuple", text, null);
    }

    NpyHeader header(int rows, int cols, String name) {
      NpyType type = NpyHeader.type(descr, name);
      return new NpyHeader(type, NpyHeader.order(descr.toString()), fortran, rows, cols, length);
    }
  }

  private static Fields fields(InputStream in, String name) throws IOException {
    byte[] start = in.readNBytes(MAGIC.length + 2);
    if (start.length == 0) {
      throw new DataException(name + " is empty");
    }
    if (start.length < MAGIC.length + 2
        || !Arrays.equals(start, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
      throw new DataException(
          name
              + " is not a .npy file (it does not begin like one); rename it with its real extension");
    }
    int version = start[MAGIC.length];
    int minor = start[MAGIC.length + 1];
    if (version < 1 || version > 3 || minor != 0) {
      throw new DataException(
          name
              + " is in version "
              + (version & 0xff)
              + (minor == 0 ? "" : "." + (minor & 0xff))
              + " of the .npy format; versions 1 to 3 are supported");
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

  private static Fields parse(String text, int length, String name) {
    Map<String, Object> entries = entries(text, name);
    Object descr = value(entries, "descr", text, name);
    if (!(value(entries, "fortran_order", text, name) instanceof Boolean fortran)) {
      throw unreadable(name, "fortran_order is neither True nor False", text, null);
    }
    Object shape = value(entries, "shape", text, name);
    if (!(shape instanceof PythonLiteral.Tuple)) {
      throw unreadable(name, "the shape is not a tuple", text, null);
    }
    return new Fields(descr, fortran, shape, text, length);
  }

  /** The header's dictionary, which has no keys but {@link #KEYS}. */
  private static Map<String, Object> entries(String text, String name) {
    Map<String, Object> entries;
    try {
      entries = PythonLiteral.dictionary(text);
    } catch (ParseException e) {
      String where = " (character " + (e.getErrorOffset() + 1) + ")";
      throw unreadable(name, e.getMessage() + where, text, e);
    }
    for (String key : entries.keySet()) {
      if (!KEYS.contains(key)) {
        throw unreadable(name, "the key " + Excerpt.of(key) + " is unknown", text, null);
      }
    }
    return entries;
  }

  private static Object value(Map<String, Object> entries, String key, String text, String name) {
    Object value = entries.get(key);
    if (value == null) {
      throw unreadable(name, "it has no " + key, text, null);
    }
    return value;
  }

  private static DataException unreadable(
      String name, String why, String text, @Nullable ParseException cause) {
    String message =
        name
            + " is damaged: its .npy header cannot be read: "
            + why
            + ", in "
            + Excerpt.of(text)
            + "; write it again with numpy.save";
    return cause == null ? new DataException(message) : new DataException(message, cause);
  }

  private static int dimension(Object size, String name) {
    if (size instanceof BigInteger number && number.signum() >= 0 && number.bitLength() < 32) {
      return number.intValue();
    }
    throw new DataException(
        name
            + " has a dimension of "
            + Excerpt.of(size.toString())
            + "; each must be a number from 0 to "
            + Integer.MAX_VALUE);
  }

  private static NpyType type(Object descr, String name) {
    if (descr instanceof String text && text.length() > 1 && "<>=|".indexOf(text.charAt(0)) >= 0) {
      String code = text.substring(1);
      for (NpyType type : NpyType.values()) {
        if (type.code.equals(code)) {
          return type;
        }
      }
    }
    throw new DataException(
        name
            + " has entries of type "
            + Excerpt.of(descr.toString())
            + ", which cannot be read; convert it first: x.astype(numpy.float32)");
  }

  private static ByteOrder order(String descr) {
    return switch (descr.charAt(0)) {
      case '<' -> ByteOrder.LITTLE_ENDIAN;
      case '>' -> ByteOrder.BIG_ENDIAN;
      default -> ByteOrder.nativeOrder();
    };
  }
}
