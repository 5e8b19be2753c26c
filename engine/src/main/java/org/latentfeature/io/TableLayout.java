package org.latentfeature.io;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The content of a table of text, and its columns that are not part of X. A column is given by its
 * name in the header or, if none has that name, by its number, from 1.
 *
 * @param header whether the first line names the columns
 * @param ids the column that names the rows; null for none. A first column without a name in the
 *     header, as written by pandas and R for row names, always counts as ids
 * @param labels columns with labels of the rows, such as their classes
 * @param dropped columns that are not read
 * @param optional those of all these columns that need not exist
 * @param triplets whether each line is one known entry of X, in three columns: the name of its row,
 *     that of its column, and the value. The rows and columns of X are the different names, sorted:
 *     whole numbers by value, then text
 */
public record TableLayout(
    Header header,
    @Nullable String ids,
    List<String> labels,
    List<String> dropped,
    Set<String> optional,
    boolean triplets) {

  /** The presence of a header, a first line that names the columns. */
  public enum Header {
    /**
     * The first line is a header if it is text, and data if it is numbers; a line that could be
     * both is an error.
     */
    DETECTED,
    /** The first line names the columns. */
    PRESENT,
    /** The first line is data. */
    ABSENT
  }

  /** Every column is part of X, except row names as written by pandas and R. */
  public static final TableLayout DETECTED =
      new TableLayout(Header.DETECTED, null, List.of(), List.of(), Set.of(), false);

  /** Keeps unmodifiable copies. */
  public TableLayout {
    labels = List.copyOf(labels);
    dropped = List.copyOf(dropped);
    optional = Set.copyOf(optional);
  }

  /** This layout with another rule for the header. */
  public TableLayout withHeader(Header rule) {
    return new TableLayout(rule, ids, labels, dropped, optional, triplets);
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
    return new TableLayout(header, idColumn, labelColumns, droppedColumns, optional, triplets);
  }

  /** This layout, ignoring those of the columns {@code some} that a table lacks. */
  public TableLayout whereThere(Set<String> some) {
    return new TableLayout(header, ids, labels, dropped, some, triplets);
  }

  /** This layout of a table of triplets, or of one with the rows of X. */
  public TableLayout withTriplets(boolean value) {
    return new TableLayout(header, ids, labels, dropped, optional, value);
  }

  /** Returns whether this layout has settings that only a table of text can meet. */
  boolean needsTable() {
    return triplets || header != Header.DETECTED || !optional.containsAll(columns());
  }

  /** Returns whether this layout only says which columns are not part of X. */
  boolean onlyNamesColumns() {
    return !triplets && header == Header.DETECTED;
  }

  /** Every column given here. */
  public List<String> columns() {
    List<String> all = new ArrayList<>();
    if (ids != null) {
      all.add(ids);
    }
    all.addAll(labels);
    all.addAll(dropped);
    return all;
  }
}
