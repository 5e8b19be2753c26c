package org.latentfeature.io;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import de.siegmar.fastcsv.reader.CsvCallbackHandler;
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

  /** Whether the line has nothing but white space. */
  boolean isBlank() {
    return size == 0 || (size == 1 && blank);
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
    }

    @Override
    protected void handleField(int at, char[] buffer, int offset, int length, boolean quoted) {
      size = at + 1;
      if (at == 0) {
        blank = !quoted && isBlank(buffer, offset, length);
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
