package org.latentfeature.io;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a table of text that are not part of X. A column is given by its name in the
 * header or, if none has that name, by its number, from 1.
 *
 * @param header whether the first line names the columns
 * @param ids the column that names the rows; null for none. A first column without a name in the
 *     header, as written by pandas and R for row names, always counts as ids
 * @param labels columns with labels of the rows, such as their classes
 * @param dropped columns that are not read
 * @param optional those of all these columns that need not exist
 */
public record TableLayout(
    Header header,
    @Nullable String ids,
    List<String> labels,
    List<String> dropped,
    Set<String> optional) {

  /** Whether the first line of a table names its columns. */
  public enum Header {
    /** Yes if it is text, no if it is numbers; both is an error. */
    DETECTED,
    /** It does. */
    PRESENT,
    /** It is data. */
    ABSENT
  }

  /** Every column is part of X, except row names as written by pandas and R. */
  public static final TableLayout DETECTED =
      new TableLayout(Header.DETECTED, null, List.of(), List.of(), Set.of());

  /** Keeps unmodifiable copies. */
  public TableLayout {
    labels = List.copyOf(labels);
    dropped = List.copyOf(dropped);
    optional = Set.copyOf(optional);
  }

  /** This layout with another rule for the header. */
  public TableLayout withHeader(Header rule) {
    return new TableLayout(rule, ids, labels, dropped, optional);
  }

  /**
   * This layout with other columns that are not part of X.
   *
   * @param idColumn names the rows
   * @param labelColumns labels of the rows
   * @param droppedColumns columns that are not read
   */
  public TableLayout withColumns(
      @Nullable String idColumn, List<String> labelColumns, List<String> droppedColumns) {
    return new TableLayout(header, idColumn, labelColumns, droppedColumns, optional);
  }

  /** This layout, ignoring those of the columns {@code some} that a table lacks. */
  public TableLayout whereThere(Set<String> some) {
    return new TableLayout(header, ids, labels, dropped, some);
  }

  /** Whether it says what only a table of text can have. */
  boolean needsTable() {
    return header != Header.DETECTED || !optional.containsAll(columns());
  }

  /** Every column given here. */
  List<String> columns() {
    List<String> all = new ArrayList<>();
    if (ids != null) {
      all.add(ids);
    }
    all.addAll(labels);
    all.addAll(dropped);
    return all;
  }
}
