package org.latentfeature.data;

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
  private boolean started;
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

  CsvCallbackHandler<DelimitedRecord> handler() {
    return new Handler();
  }

  private final class Handler extends AbstractBaseCsvCallbackHandler<DelimitedRecord> {

    private boolean first = true;

    @Override
    protected void handleBegin(long startingLineNumber) {
      first = !started;
      started = true;
      cells.clear();
      line = startingLineNumber;
      size = 0;
    }

    @Override
    protected void handleField(int at, char[] buffer, int offset, int length, boolean quoted) {
      size = at + 1;
      if (keepAll || first) {
        cells.add(new String(buffer, offset, length));
      }
    }

    @Override
    protected DelimitedRecord buildRecord() {
      return DelimitedRecord.this;
    }
  }
}
