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

  private final boolean keepAll;
  private final List<String> cells = new ArrayList<>();
  private boolean keep = true;
  private boolean blank;
  private int size;
  private int empty;
  private boolean firstEmpty;
  private boolean lastEmpty;
  private String comment = "";
  private long line;

  /** A record that keeps the cells of the first record only, unless {@code keepAll}. */
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

  /** Number of cells without a character, not even quotes. */
  int empty() {
    return empty;
  }

  /** Returns whether the first cell is empty. */
  boolean beginsEmpty() {
    return firstEmpty;
  }

  /** Returns whether the last cell is empty. */
  boolean endsEmpty() {
    return lastEmpty;
  }

  /** The characters by which the line begins as a comment does; empty if it does not. */
  String comment() {
    return comment;
  }

  /** From here on cells are kept only if all are. */
  void firstIsRead() {
    keep = keepAll;
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
      empty = 0;
    }

    @Override
    protected void handleField(int at, char[] buffer, int offset, int length, boolean quoted) {
      size = at + 1;
      lastEmpty = length == 0 && !quoted;
      empty += lastEmpty ? 1 : 0;
      if (at == 0) {
        firstEmpty = lastEmpty;
        blank = !quoted && isBlank(buffer, offset, length);
        comment = quoted ? "" : CommentLine.marker(CharBuffer.wrap(buffer, offset, length));
      }
      if (keep) {
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
