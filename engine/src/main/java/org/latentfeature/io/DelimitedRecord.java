package org.latentfeature.io;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import de.siegmar.fastcsv.reader.CsvCallbackHandler;
import java.nio.CharBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The record being read, one object for the whole file. fastcsv's own record has limits on the
 * number of cells and makes a string of every cell, also where only their number is asked for.
 */
public final class DelimitedRecord {

  /** Records whose cells are kept in any case: names of columns, and a row of numbers. */
  private static final int KEPT = 2;

  private final boolean keepAll;
  private final List<String> cells = new ArrayList<>();
  private int read;
  private boolean blank;
  private int size;
  private boolean lastEmpty;
  private String comment = "";
  private long line;

  /** A record that keeps the cells of the first two records only, unless {@code keepAll}. */
  DelimitedRecord(boolean keepAll) {
    this.keepAll = keepAll;
  }

  /** Line on which it starts, from 1. */
  public long line() {
    return line;
  }

  /** Number of cells. */
  public int size() {
    return size;
  }

  /** The cells' text; valid until the next record is read. */
  public List<String> cells() {
    return cells;
  }

  /** Returns whether the line is empty or only white space. */
  boolean isBlank() {
    return size == 0 || (size == 1 && blank);
  }

  /** Returns whether the last cell is empty. */
  boolean endsEmpty() {
    return lastEmpty;
  }

  /** The characters by which the line begins as a comment does; empty if it does not. */
  String comment() {
    return comment;
  }

  /** To be called after each record of the table. */
  void isRead() {
    read = Math.min(read + 1, KEPT);
  }

  CsvCallbackHandler<DelimitedRecord> handler() {
    return new Handler();
  }

  private final class Handler extends AbstractBaseCsvCallbackHandler<DelimitedRecord> {

    @Override
    protected void handleBegin(long startingLineNumber) {
      cells.clear();
      line = startingLineNumber;
      size = 0;
    }

    @Override
    protected void handleField(int at, char[] buffer, int offset, int length, boolean quoted) {
      size = at + 1;
      lastEmpty = length == 0 && !quoted;
      if (at == 0) {
        blank = !quoted && isBlank(buffer, offset, length);
        comment = quoted ? "" : CommentLine.marker(CharBuffer.wrap(buffer, offset, length));
      }
      if (keepAll || read < KEPT) {
        cells.add(new String(buffer, offset, length));
      }
    }

    @Override
    protected DelimitedRecord buildRecord() {
      return DelimitedRecord.this;
    }

    private static boolean isBlank(char[] buffer, int offset, int length) {
      for (int p = offset; p < offset + length; p++) {
        if (!Character.isWhitespace(buffer[p])) {
          return false;
        }
      }
      return true;
    }
  }
}
