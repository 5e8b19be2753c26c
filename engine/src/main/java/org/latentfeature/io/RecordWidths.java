package org.latentfeature.io;

import java.nio.file.Path;
import org.latentfeature.data.DataException;

/**
 * Checks that each record of a text has as many cells as the first. Where other programs write
 * records of another length by a rule, the message names the rule.
 */
final class RecordWidths {

  private static final String ALIGNED =
      "line %d of %s has several blanks in a row, or one at its start or end, but single blanks"
          + " separate cells; write single ones: awk '{$1=$1}1' OLD > NEW.txt (and NA first where a"
          + " value is missing)";

  private final Path path;
  private final char delimiter;

  private int expected = -1;

  /** True if the first record begins with an empty cell. */
  private boolean indented;

  /** Number of records after the first. */
  private long later;

  /** The line of the second record, if it and all after it have one cell more; 0 otherwise. */
  private long longer;

  /** True if all longer records end with an empty cell. */
  private boolean closed = true;

  RecordWidths(Path path, char delimiter) {
    this.path = path;
    this.delimiter = delimiter;
  }

  /**
   * Returns whether {@code record} belongs to the table; a line of blanks does not.
   *
   * @throws DataException if it has not as many cells as the first
   */
  boolean fit(DelimitedRecord record) {
    if (delimiter == ' ' && record.empty() == record.size()) {
      return false;
    }
    boolean first = expected < 0;
    if (delimiter == ' ' && record.empty() > (first && record.beginsEmpty() ? 1 : 0)) {
      throw aligned(record.line());
    }
    if (first) {
      expected = record.size();
      indented = record.beginsEmpty();
    } else {
      compare(record);
    }
    return longer == 0;
  }

  private void compare(DelimitedRecord record) {
    boolean second = later++ == 0;
    longer = second && record.size() == expected + 1 ? record.line() : longer;
    if (record.size() == expected + (longer > 0 ? 1 : 0)) {
      closed &= record.endsEmpty();
      return;
    }
    if (!record.comment().isEmpty()) {
      throw new DataException(
          "line %d of %s is a comment, which tables here cannot have; leave such lines out: grep -v '^%s' OLD > NEW"
              .formatted(record.line(), path, record.comment()));
    }
    // A blank over the names of rows, as pandas writes it, would be a cell.
    if (delimiter == ' ' && indented && second && record.size() == expected - 1) {
      throw aligned(1);
    }
    throw longer > 0 ? ragged(longer, expected + 1, "") : ragged(record.line(), record.size(), "");
  }

  private DataException aligned(long line) {
    return new DataException(ALIGNED.formatted(line, path));
  }

  /**
   * To be called after the last record.
   *
   * @throws DataException if all but the first have a cell more
   */
  void requireSame() {
    if (longer > 0) {
      throw ragged(longer, expected + 1, closed ? trailing() : rowNames());
    }
  }

  private String trailing() {
    return "; all others end with a separator: sed 's/%s\\r*$//' OLD > NEW leaves it out"
        .formatted(separator());
  }

  private String rowNames() {
    return ("; if the rows begin with names, as R's write.table leaves their header out, pass"
            + " col.names=NA to it, or complete the header: sed '1s/^/\"\"%s/' OLD > NEW")
        .formatted(separator());
  }

  private String separator() {
    return delimiter == '\t' ? "\\t" : Character.toString(delimiter);
  }

  private DataException ragged(long line, int size, String why) {
    return new DataException(
        "line %d of %s has %d %s, expected %d as in the first line%s"
            .formatted(line, path, size, size == 1 ? "cell" : "cells", expected, why));
  }
}
