package org.latentfeature.io;

import java.io.IOException;
import java.io.Reader;

/**
 * The lines of a table of text without what is no cell: lines before the table and comments are
 * left empty, so that all others keep their numbers; where blanks separate, several are one, and
 * those at the ends of a line none. Quotes keep what is within.
 */
final class TableLines extends Reader {

  private static final int NONE = -1;

  private final Reader in;
  private final TablePreface preface;
  private final boolean blanks;
  private final char separator;
  private final char[] buffer = new char[1 << 14];
  private int from;
  private int to;

  private long line;
  private boolean atStart = true;
  private boolean dropped;

  /** True if the next character begins a cell. */
  private boolean ofCell;

  private boolean quoted;

  /** True if the last character ended a quote, unless it is doubled. */
  private boolean unquoted;

  /** True if blanks were left out after a cell. */
  private boolean pending;

  /**
   * The lines of {@code in}.
   *
   * @param separator of the cells
   */
  TableLines(Reader in, TablePreface preface, String separator) {
    this.in = in;
    this.preface = preface;
    this.blanks = separator.equals(TableSeparator.BLANKS);
    this.separator = separator.charAt(separator.length() - 1);
  }

  @Override
  public int read(char[] target, int offset, int length) throws IOException {
    int count = 0;
    while (count < length) {
      int c = next();
      if (c == NONE) {
        return count == 0 ? -1 : count;
      }
      if (pending && c != ' ' && !isEnd((char) c)) {
        // One blank for all, and then this character again.
        pending = false;
        from--;
        target[offset + count++] = ' ';
      } else if (isKept((char) c)) {
        target[offset + count++] = (char) c;
      }
      if (count > 0 && from == to) {
        return count;
      }
    }
    return count;
  }

  private boolean isKept(char c) throws IOException {
    if (atStart) {
      begin(c);
    }
    if (isEnd(c) && (dropped || !quoted)) {
      // The two characters of one end are one.
      atStart = c == '\n' || peek() != '\n';
      line += atStart ? 1 : 0;
      pending &= !atStart;
      return true;
    }
    if (dropped) {
      return false;
    }
    if (blanks && c == ' ' && !quoted) {
      pending |= !ofCell;
      ofCell = true;
      return false;
    }
    quote(c);
    return true;
  }

  private static boolean isEnd(char c) {
    return c == '\n' || c == '\r';
  }

  private void begin(char c) throws IOException {
    String marker = preface.marker();
    boolean isComment =
        !marker.isEmpty()
            && c == marker.charAt(0)
            && (marker.length() == 1 || peek() == marker.charAt(1));
    dropped = line < preface.lines() || isComment;
    atStart = false;
    ofCell = true;
    pending = false;
    quoted = false;
    unquoted = false;
  }

  /** A quote is one only at the start of a cell, and ends with the next that is not doubled. */
  private void quote(char c) {
    boolean isQuote = c == '"';
    if (quoted) {
      quoted = !isQuote;
      unquoted = isQuote;
    } else {
      quoted = isQuote && (ofCell || unquoted);
      unquoted = false;
    }
    ofCell = !quoted && c == separator;
  }

  private int next() throws IOException {
    return fill() ? buffer[from++] : NONE;
  }

  /** The character after the current one. */
  private int peek() throws IOException {
    if (from < to) {
      return buffer[from];
    }
    // The current one is kept before it, as it may be read again.
    char current = buffer[to - 1];
    int got = in.read(buffer, 1, buffer.length - 1);
    buffer[0] = current;
    from = 1;
    to = 1 + Math.max(0, got);
    return from < to ? buffer[from] : NONE;
  }

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
