package org.latentfeature.cli.fuzz;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Arrays as numpy writes them. */
public final class NpyFiles {

  private NpyFiles() {}

  /** A valid array of numbers. */
  public static byte[] valid(Choice choice, int rows, int cols, boolean binary) {
    String type = binary ? "|u1" : choice.of("<f4", "<f8", "<i4", ">f4", "|u1");
    return array(
        choice, type, "(%d, %d)".formatted(rows, cols), rows * cols, binary, choice.oneIn(4));
  }

  /** An array whose header or content is harmed. */
  public static byte[] harmed(Choice choice, boolean binary) {
    int rows = choice.between(3, 8);
    int cols = choice.between(2, 5);
    if (choice.oneIn(2)) {
      return choice.harmed(valid(choice, rows, cols, binary));
    }
    String type =
        choice.of("<f4", "<f8", "<f4", "|b1", "<f2", "<c8", "|O", "|S4", ">i8", choice.token());
    String shape =
        choice.of(
            "(%d, %d)".formatted(rows, cols),
            "(%d,)".formatted(rows),
            "()",
            "(%d, %d, 1)".formatted(rows, cols),
            "(%s, %d)".formatted(choice.token(), cols),
            "(%d, %s)".formatted(rows, choice.token()),
            "(-1, 3)",
            "(2147483647, 2147483647)",
            "(%d, %d), 'shape': (1, 2)".formatted(rows, cols),
            "(%d, %d), 'x': 1".formatted(rows, cols));
    return array(choice, type, shape, choice.of(rows * cols, 0, 1000), binary, choice.oneIn(2));
  }

  /** Whether numpy refuses the header, too. */
  static boolean isWrong(byte[] file) {
    String text = new String(file, StandardCharsets.ISO_8859_1);
    return text.contains("'shape': (1, 2)") || text.contains("'x': 1");
  }

  private static byte[] array(
      Choice choice, String type, String shape, int count, boolean binary, boolean fortran) {
    double[] entries = new double[count];
    for (int i = 0; i < count; i++) {
      entries[i] = binary ? choice.below(2) : Math.rint(8 * choice.normal()) / 4 + 3;
    }
    return of(type, shape, fortran, entries);
  }

  /** An array of these entries, whatever {@code shape} says. */
  public static byte[] of(String type, String shape, boolean fortran, double... entries) {
    String dictionary =
        "{'descr': '%s', 'fortran_order': %s, 'shape': %s, }"
            .formatted(type, fortran ? "True" : "False", shape);
    byte[] text = dictionary.getBytes(StandardCharsets.UTF_8);
    int header = (10 + text.length + 1 + 63) / 64 * 64 - 10;
    ByteBuffer bytes =
        ByteBuffer.allocate(10 + header + 8 * entries.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.put((byte) 0x93).put("NUMPY".getBytes(StandardCharsets.US_ASCII));
    bytes.put((byte) 1).put((byte) 0).putShort((short) header).put(text);
    while (bytes.position() < 10 + header - 1) {
      bytes.put((byte) ' ');
    }
    bytes.put((byte) '\n');
    for (double value : entries) {
      switch (type) {
        case "<f4" -> bytes.putFloat((float) value);
        case ">f4" -> bytes.putInt(Integer.reverseBytes(Float.floatToIntBits((float) value)));
        case "<f8" -> bytes.putDouble(value);
        case "<i4" -> bytes.putInt((int) value);
        case "<u2" -> bytes.putShort((short) (int) value);
        case "|u1", "|b1" -> bytes.put((byte) value);
        default -> bytes.putLong((long) value);
      }
    }
    return Arrays.copyOf(bytes.array(), bytes.position());
  }
}
