package org.latentfeature.io;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An open table of columns. */
public interface ColumnarTable extends Closeable {

  /** The kind of the entries of a column. */
  enum Kind {
    /** Numbers. */
    NUMBER,
    /** Lists of numbers, of equal length if they are to be rows of X. */
    LIST,
    /** Anything else: text, times, structures. */
    OTHER
  }

  /**
   * A column.
   *
   * @param name of it
   * @param kind of its entries
   * @param type its type in the words of the format
   */
  record Column(String name, Kind kind, String type) {}

  /** The current row; p counts the columns asked for of its kind, from 0. */
  interface Row {

    /** A number; NaN if there is none. */
    double number(int p) throws IOException;

    /** A list of numbers, NaN for those that are not there; null if there is no list. */
    double @Nullable [] list(int p) throws IOException;

    /** An entry of any kind in words; empty if there is none. */
    String text(int p) throws IOException;
  }

  /** Receives one row after the other. */
  @FunctionalInterface
  interface RowVisitor {

    /** Row number {@code i}, from 0, which is valid during the call; returns whether to go on. */
    boolean row(int i, Row row) throws IOException;
  }

  /** Its columns in their order. */
  List<Column> columns();

  /** Number of rows. */
  long rows();

  /**
   * Visits rows in their order, all unless the visitor ends it.
   *
   * @param ofX columns of numbers or lists, from 0
   * @param inWords columns whose entries are asked for in words
   */
  void visit(int[] ofX, int[] inWords, RowVisitor visitor) throws IOException;
}
