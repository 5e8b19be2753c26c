package org.latentfeature.io;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.latentfeature.data.DataException;

/** Reads one-dimensional {@code .npy} arrays, and the texts that describe sparse matrices. */
final class NpyVector {

  private static final int CHUNK = 1 << 16;

  /** The longest text that is one. */
  private static final int LONGEST = 1 << 10;

  private NpyVector() {}

  /** Takes numbers. */
  @FunctionalInterface
  interface Sink {
    /** Number {@code i}, from 0. */
    void accept(long i, double value);
  }

  /**
   * Passes every number of a vector to {@code sink}; returns how many there are.
   *
   * @param name what messages call it
   * @throws DataException if it is no vector of numbers, or its stream ends early or late
   */
  static long forEach(InputStream in, String name, Sink sink) throws IOException {
    NpyHeader header = NpyHeader.readVector(in, name);
    NpyType type = header.type();
    byte[] bytes = new byte[CHUNK];
    ByteBuffer view = ByteBuffer.wrap(bytes).order(header.order());
    long index = 0;
    for (long left = header.dataBytes(); left > 0; ) {
      int wanted = (int) Math.min(CHUNK, left);
      int got = in.readNBytes(bytes, 0, wanted);
      if (got < wanted) {
        throw new DataException(
            "%s is truncated: it has %d numbers of the %d that its header promises"
                .formatted(name, index + got / type.bytes, header.rows()));
      }
      for (int at = 0; at < wanted; at += type.bytes) {
        sink.accept(index++, type.decode(view, at));
      }
      left -= wanted;
    }
    if (in.read() >= 0) {
      throw new DataException(name + " is damaged: there are bytes after its last number");
    }
    return index;
  }

  /**
   * The text of an array of no dimension, of bytes or of characters.
   *
   * @param name what messages call it
   * @throws DataException if it is none
   */
  static String text(InputStream in, String name) throws IOException {
    String descr = NpyHeader.readText(in, name);
    char kind = descr.length() > 2 ? descr.charAt(1) : ' ';
    int length;
    try {
      length = Integer.parseInt(descr.substring(Math.min(2, descr.length())));
    } catch (NumberFormatException e) {
      length = 0;
    }
    if ((kind != 'S' && kind != 'U') || length < 1 || length > LONGEST) {
      throw new DataException(
          "%s is of type %s, expected a text".formatted(name, Excerpt.of(descr)));
    }
    Charset charset =
        kind == 'S'
            ? StandardCharsets.ISO_8859_1
            : Charset.forName(descr.charAt(0) == '>' ? "UTF-32BE" : "UTF-32LE");
    byte[] bytes = in.readNBytes(kind == 'S' ? length : 4 * length);
    return new String(bytes, charset).replace("\0", "");
  }
}
