package org.latentfeature.io;

import java.nio.ByteBuffer;

/** The entry types of {@code .npy} files that can be read, named by NumPy's codes. */
enum NpyType {
  F2("f2", 2),
  F4("f4", 4),
  F8("f8", 8),
  U1("u1", 1),
  U2("u2", 2),
  U4("u4", 4),
  U8("u8", 8),
  I1("i1", 1),
  I2("i2", 2),
  I4("i4", 4),
  I8("i8", 8),
  BOOL("b1", 1);

  final String code;
  final int bytes;

  NpyType(String code, int bytes) {
    this.code = code;
    this.bytes = bytes;
  }

  /** Returns whether every value of this type is a 32-bit float. */
  boolean isExact() {
    return switch (this) {
      case F2, F4, U1, I1, U2, I2, BOOL -> true;
      default -> false;
    };
  }

  /** The entry at byte {@code at} of {@code from}, in that buffer's byte order. */
  double decode(ByteBuffer from, int at) {
    return switch (this) {
      case F2 -> half(from.getShort(at));
      case F4 -> from.getFloat(at);
      case F8 -> from.getDouble(at);
      case U1 -> from.get(at) & 0xff;
      case U2 -> from.getShort(at) & 0xffff;
      case U4 -> from.getInt(at) & 0xffffffffL;
      case U8 -> unsigned(from.getLong(at));
      case I1 -> from.get(at);
      case I2 -> from.getShort(at);
      case I4 -> from.getInt(at);
      case I8 -> (double) from.getLong(at);
      case BOOL -> from.get(at) != 0 ? 1 : 0;
    };
  }

  /** IEEE 754 binary16: a sign, 5 bits of exponent, 10 of fraction. */
  private static double half(short bits) {
    int exponent = bits >> 10 & 31;
    int fraction = bits & 1023;
    double size =
        switch (exponent) {
          case 0 -> Math.scalb((double) fraction, -24);
          case 31 -> fraction == 0 ? Double.POSITIVE_INFINITY : Double.NaN;
          default -> Math.scalb(1024.0 + fraction, exponent - 25);
        };
    return bits < 0 ? -size : size;
  }

  private static double unsigned(long bits) {
    return (double) (bits >>> 1) * 2 + (bits & 1);
  }
}
