package org.latentfeature.io;

import java.nio.ByteBuffer;

/** Converts many entries of an {@code .npy} file at once, as fast as they can be read. */
final class NpyDecoder {

  private final NpyType type;
  private final ReadOptions options;
  private final String name;

  /** A decoder of entries of {@code type} of the file {@code name}. */
  NpyDecoder(NpyType type, ReadOptions options, String name) {
    this.type = type;
    this.options = options;
    this.name = name;
  }

  /**
   * Converts the first {@code rows × cols} entries of {@code from}.
   *
   * @param first number of the first row, for messages
   * @throws org.latentfeature.data.DataException naming the first entry beyond a float's range
   */
  void decode(ByteBuffer from, int first, int rows, int cols, float[] into) {
    int count = rows * cols;
    if (!Double.isNaN(options.missing().number()) || !type.isExact()) {
      for (int e = 0; e < count; e++) {
        double value = type.decode(from, e * type.bytes);
        into[e] = options.held(value, first + e / cols, e % cols, name);
      }
      return;
    }
    exact(from, count, into);
    double scale = options.scaleBy();
    if (scale != 1) {
      for (int e = 0; e < count; e++) {
        into[e] = (float) (scale * into[e]);
      }
    }
  }

  /** Types whose every value is a float, a loop each. */
  private void exact(ByteBuffer from, int count, float[] into) {
    switch (type) {
      case F4 ->
          from.slice(0, count * Float.BYTES)
              .order(from.order())
              .asFloatBuffer()
              .get(into, 0, count);
      case U1 -> {
        for (int e = 0; e < count; e++) {
          into[e] = from.get(e) & 0xff;
        }
      }
      case I1 -> {
        for (int e = 0; e < count; e++) {
          into[e] = from.get(e);
        }
      }
      case I2 -> {
        for (int e = 0; e < count; e++) {
          into[e] = from.getShort(e * Short.BYTES);
        }
      }
      case U2 -> {
        for (int e = 0; e < count; e++) {
          into[e] = from.getShort(e * Short.BYTES) & 0xffff;
        }
      }
      default -> {
        for (int e = 0; e < count; e++) {
          into[e] = (float) type.decode(from, e * type.bytes);
        }
      }
    }
  }
}
