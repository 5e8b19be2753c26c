package org.latentfeature.io;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a table of text holds besides X. A column is given by its name in the header or, where none
 * has that name, by its number, from 1.
 *
 * @param header whether the first line names the columns
 * @param ids the column that names the rows; null where none does. A first column without a name in
 *     the header, as pandas and R write their row names, is one in any case
 * @param labels columns that say something else of the rows, such as their classes
 * @param dropped columns that are not read
 * @param required whether a column named here must be there; if not, only those that are count
 */
public record TableLayout(
    Header header,
    @Nullable String ids,
    List<String> labels,
    List<String> dropped,
    boolean required) {

  /** Whether the first line of a table names its columns. */
  public enum Header {
    /** It does if it is text, does not if it is numbers, and is refused if it has both. */
    DETECTED,
    /** It does. */
    PRESENT,
    /** It is data. */
    ABSENT
  }

  /** Every column is one of X, but for row names as pandas and R write them. */
  public static final TableLayout DETECTED =
      new TableLayout(Header.DETECTED, null, List.of(), List.of(), true);

  /** Keeps unmodifiable copies. */
  public TableLayout {
    labels = List.copyOf(labels);
    dropped = List.copyOf(dropped);
  }

  /** This layout with another rule for the header. */
  public TableLayout withHeader(Header rule) {
    return new TableLayout(rule, ids, labels, dropped, required);
  }

  /**
   * This layout with other columns that are not part of X.
   *
   * @param idColumn names the rows
   * @param labelColumns hold labels of the rows
   * @param droppedColumns are not read
   */
  public TableLayout withColumns(
      @Nullable String idColumn, List<String> labelColumns, List<String> droppedColumns) {
    return new TableLayout(header, idColumn, labelColumns, droppedColumns, required);
  }

  /** This layout, where columns that a table lacks by name do not count. */
  public TableLayout whereThere() {
    return new TableLayout(header, ids, labels, dropped, false);
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
