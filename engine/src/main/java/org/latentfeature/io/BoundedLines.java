package org.latentfeature.io;

import java.io.Closeable;
import java.io.IOException;
import java.io.Reader;
import org.jspecify.annotations.Nullable;

/** Lines of a text, none of which may take more memory than a limit allows. */
final class BoundedLines implements Closeable {

  /** A line is longer than the limit. */
  static final class TooLongException extends IOException {

    private static final long serialVersionUID = 1L;
  }

  private final Reader in;
  private final int longest;
  private final char[] buffer = new char[1 << 16];
  private int from;
  private int to;

  /**
   * Lines of {@code in}.
   *
   * @param longest most characters of a line, without those that end it
   */
  BoundedLines(Reader in, int longest) {
    this.in = in;
    this.longest = longest;
  }

  /**
   * The next line, which ends with a line feed, a carriage return before it, or the text.
   *
   * @return null if there is none
   * @throws TooLongException if it is longer than the limit
   */
  @Nullable String next() throws IOException {
    StringBuilder line = new StringBuilder();
    boolean isLine = false;
    while (fill()) {
      isLine = true;
      int end = from;
      while (end < to && buffer[end] != '\n') {
        end++;
      }
      line.append(buffer, from, end - from);
      boolean ends = end < to;
      from = ends ? end + 1 : end;
      // The last may be a carriage return.
      if (ends || line.length() > longest + 1L) {
        break;
      }
    }
    if (!line.isEmpty() && line.charAt(line.length() - 1) == '\r') {
      line.setLength(line.length() - 1);
    }
    if (line.length() > longest) {
      throw new TooLongException();
    }
    return isLine ? line.toString() : null;
  }

  /** Reads on where the buffer is used up; false at the end of the text. */
  private boolean fill() throws IOException {
    if (from == to) {
      from = 0;
      to = Math.max(0, in.read(buffer, 0, buffer.length));
    }
    return from < to;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
