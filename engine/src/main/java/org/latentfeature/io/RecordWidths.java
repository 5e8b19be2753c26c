package org.latentfeature.io;

import java.nio.file.Path;
import org.latentfeature.data.DataException;

/**
 * Checks that each record of a text has as many cells as the first. Where other programs write
 * records of another length by a rule, they are read by it, or the message names the rule.
 */
final class RecordWidths {

  private final Path path;
  private final String separator;
  private final boolean rowNames;

  private int expected = -1;

  /** True if the first record has text, as names of columns are. */
  private boolean isNamed;

  /** Number of records after the first. */
  private long later;

  /** The line of the second record, if it and all after it have one cell more; 0 otherwise. */
  private long longer;

  /** True if all longer records end with an empty cell. */
  private boolean closed = true;

  /**
   * Widths of the records of a file.
   *
   * @param separator of the cells
   * @param rowNames whether all records but the first may begin with a name
   */
  RecordWidths(Path path, String separator, boolean rowNames) {
    this.path = path;
    this.separator = separator;
    this.rowNames = rowNames;
  }

  /**
   * Adds a record.
   *
   * @throws DataException if it has not as many cells as the first
   */
  void add(DelimitedRecord record) {
    if (expected < 0) {
      expected = record.size();
      isNamed = record.cells().stream().noneMatch(cell -> NumberText.isNumber(cell.strip()));
      return;
    }
    boolean second = later++ == 0;
    longer = second && record.size() == expected + 1 ? record.line() : longer;
    if (record.size() == expected + (longer > 0 ? 1 : 0)) {
      closed &= record.endsEmpty();
      return;
    }
    if (!record.comment().isEmpty()) {
      throw new DataException(
          "line %d of %s is a comment, which tables have only where they begin with one; leave such lines out: grep -v '^%s' OLD > NEW"
              .formatted(record.line(), path, record.comment()));
    }
    throw longer > 0 ? ragged(longer, expected + 1, "") : ragged(record.line(), record.size(), "");
  }

  /**
   * To be called after the last record.
   *
   * @throws DataException if all but the first have a cell more that names no row
   */
  void requireSame() {
    if (longer == 0) {
      return;
    }
    if (closed) {
      throw ragged(
          longer,
          expected + 1,
          "; all others end with a separator: sed 's/%s\\r*$//' OLD > NEW leaves it out"
              .formatted(written()));
    }
    if (!rowNames || !isNamed) {
      throw ragged(
          longer,
          expected + 1,
          "; if the rows begin with names, complete the header: sed '1s/^/\"\"%s/' OLD > NEW"
              .formatted(written()));
    }
  }

  private String written() {
    return separator.equals("\t") ? "\\t" : separator;
  }

  private DataException ragged(long line, int size, String why) {
    return new DataException(
        "line %d of %s has %d %s, expected %d as in the first line%s"
            .formatted(line, path, size, size == 1 ? "cell" : "cells", expected, why));
  }
}
