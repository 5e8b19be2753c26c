package org.latentfeature.io.image;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/** Builds PNG files by hand, wrong ones too. */
final class PngBytes {

  static final int GREY = 0;
  static final int COLOUR = 2;
  static final int PALETTE = 3;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  /** The signature and a header. */
  PngBytes(int rows, int cols, int bits, int colourType) {
    this();
    header(rows, cols, bits, colourType);
  }

  /** The signature alone. */
  PngBytes() {
    out.writeBytes("\u0089PNG\r\n\u001a\n".getBytes(StandardCharsets.ISO_8859_1));
  }

  PngBytes header(int rows, int cols, int bits, int colourType) {
    ByteBuffer data = ByteBuffer.allocate(13).putInt(cols).putInt(rows);
    return chunk("IHDR", data.put((byte) bits).put((byte) colourType).array());
  }

  PngBytes chunk(String type, byte[] data) {
    byte[] name = type.getBytes(StandardCharsets.ISO_8859_1);
    CRC32 crc = new CRC32();
    crc.update(name);
    crc.update(data);
    out.writeBytes(ByteBuffer.allocate(4).putInt(data.length).array());
    out.writeBytes(name);
    out.writeBytes(data);
    out.writeBytes(ByteBuffer.allocate(4).putInt((int) crc.getValue()).array());
    return this;
  }

  PngBytes chunk(String type, int... data) {
    byte[] bytes = new byte[data.length];
    for (int p = 0; p < data.length; p++) {
      bytes[p] = (byte) data[p];
    }
    return chunk(type, bytes);
  }

  /** Rows of bytes as they are packed, without the filter's byte before each. */
  PngBytes pixels(int[]... rows) {
    ByteArrayOutputStream raw = new ByteArrayOutputStream();
    for (int[] row : rows) {
      raw.write(0);
      for (int value : row) {
        raw.write(value);
      }
    }
    return chunk("IDAT", deflate(raw.toByteArray()));
  }

  byte[] end() {
    return chunk("IEND", new byte[0]).out.toByteArray();
  }

  static byte[] deflate(byte[] raw) {
    Deflater deflater = new Deflater();
    deflater.setInput(raw);
    deflater.finish();
    byte[] into = new byte[raw.length + 100];
    int length = deflater.deflate(into);
    deflater.end();
    return Arrays.copyOf(into, length);
  }
}
