package org.latentfeature.io;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.latentfeature.data.DataException;

/** Reads one-dimensional {@code .npy} arrays, and the texts that describe sparse matrices. */
final class NpyVector implements Closeable {

  private static final int CHUNK = 1 << 16;

  /** The longest text that is one. */
  private static final int LONGEST = 1 << 10;

  private final InputStream in;
  private final String name;
  private final NpyHeader header;
  private final byte[] bytes = new byte[CHUNK];
  private final ByteBuffer view;
  private long left;
  private long index;
  private int at;
  private int end;

  private NpyVector(InputStream in, String name) throws IOException {
    this.in = in;
    this.name = name;
    header = NpyHeader.readVector(in, name);
    view = ByteBuffer.wrap(bytes).order(header.order());
    left = header.dataBytes();
  }

  /**
   * Opens a vector of which one number after another is read; it closes {@code in}.
   *
   * @param name what messages call it
   * @throws DataException if it is no vector of numbers
   */
  static NpyVector open(InputStream in, String name) throws IOException {
    return new NpyVector(in, name);
  }

  /** How many numbers there are, by the header. */
  int count() {
    return header.rows();
  }

  /**
   * The next number, of {@link #count}.
   *
   * @throws DataException if the stream ends before it
   */
  double next() throws IOException {
    if (at == end) {
      fill();
    }
    double value = header.type().decode(view, at);
    at += header.type().bytes;
    index++;
    return value;
  }

  private void fill() throws IOException {
    end = (int) Math.min(CHUNK, left);
    int got = in.readNBytes(bytes, 0, end);
    if (got < end || end == 0) {
      throw new DataException(
          "%s is truncated: it has %d numbers of the %d that its header promises"
              .formatted(name, index + got / header.type().bytes, header.rows()));
    }
    left -= end;
    at = 0;
  }

  /**
   * Checks that the stream ends after the last number.
   *
   * @throws DataException if there is more
   */
  void requireEnd() throws IOException {
    if (in.read() >= 0) {
      throw new DataException(name + " is damaged: there are bytes after its last number");
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

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
    NpyVector vector = new NpyVector(in, name);
    for (int i = 0; i < vector.count(); i++) {
      sink.accept(i, vector.next());
    }
    vector.requireEnd();
    return vector.count();
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
