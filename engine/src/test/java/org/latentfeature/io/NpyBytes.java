package org.latentfeature.io;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Builds .npy files by hand, wrong ones too. */
final class NpyBytes {

  private NpyBytes() {}

  /** A whole file: magic, version, padded header, then {@code data}. */
  static byte[] file(int version, String header, byte[] data) {
    int before = version == 1 ? 10 : 12;
    int total = (before + header.length() + 1 + 63) / 64 * 64;
    byte[] text =
        (header + " ".repeat(total - before - header.length() - 1) + "\n")
            .getBytes(StandardCharsets.UTF_8);
    ByteBuffer out =
        ByteBuffer.allocate(before + text.length + data.length).order(ByteOrder.LITTLE_ENDIAN);
    out.put((byte) 0x93).put("NUMPY".getBytes(StandardCharsets.US_ASCII));
    out.put((byte) version).put((byte) 0);
    if (version == 1) {
      out.putShort((short) text.length);
    } else {
      out.putInt(text.length);
    }
    return out.put(text).put(data).array();
  }

  static String header(String descr, boolean fortran, String shape) {
    return "{'descr': '"
        + descr
        + "', 'fortran_order': "
        + (fortran ? "True" : "False")
        + ", 'shape': "
        + shape
        + ", }";
  }

  /** The entries, in the order given, as type {@code descr}. */
  static byte[] encode(String descr, double... values) {
    ByteBuffer out =
        ByteBuffer.allocate(values.length * (descr.charAt(2) - '0'))
            .order(descr.charAt(0) == '>' ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    for (double v : values) {
      switch (descr.substring(1)) {
        case "f2" -> out.putShort(half((float) v));
        case "f4" -> out.putFloat((float) v);
        case "f8" -> out.putDouble(v);
        case "i1", "u1", "b1" -> out.put((byte) (long) v);
        case "i2", "u2" -> out.putShort((short) (long) v);
        case "i4", "u4" -> out.putInt((int) (long) v);
        case "i8", "u8" -> out.putLong((long) v);
        default -> throw new IllegalArgumentException(descr);
      }
    }
    return out.array();
  }

  /** A number that half precision holds exactly and that is not subnormal, or no number. */
  private static short half(float v) {
    int bits = Float.floatToIntBits(v);
    int exponent = v == 0 ? 0 : Float.isFinite(v) ? Math.getExponent(v) + 15 : 31;
    return (short) ((bits >> 16 & 0x8000) | exponent << 10 | (bits >> 13 & 0x3ff));
  }
}
