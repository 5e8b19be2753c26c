package org.latentfeature.io;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Phrase;

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
 * @param entryColumns the columns of triplets in their order: {@code row}, {@code column} and
 *     {@code value}, each once, and {@code -} for those that are not read. Empty where the three
 *     stand in this order, after the columns {@code dropped} are left out
 */
public record TableLayout(
    Header header,
    @Nullable String ids,
    List<String> labels,
    List<String> dropped,
    Set<String> optional,
    boolean triplets,
    List<String> entryColumns) {

  /** The three columns of triplets. */
  private static final List<String> OF_AN_ENTRY = List.of("row", "column", "value");

  /** The mark of a column that is not read. */
  private static final String LEFT_OUT = "-";

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
      new TableLayout(Header.DETECTED, null, List.of(), List.of(), Set.of(), false, List.of());

  /**
   * Keeps unmodifiable copies.
   *
   * @throws IllegalArgumentException if the columns of triplets are not row, column and value, each
   *     once, in any order, and {@code -}
   */
  public TableLayout {
    entryColumns = List.copyOf(entryColumns);
    List<String> read = entryColumns.stream().filter(c -> !c.equals(LEFT_OUT)).sorted().toList();
    if (!entryColumns.isEmpty() && !read.equals(OF_AN_ENTRY.stream().sorted().toList())) {
      throw new IllegalArgumentException(
          "the columns of triplets are %s; they must be row, column and value, each once, in any order, and - for each that is left out"
              .formatted(Excerpt.of(String.join(",", entryColumns))));
    }
    labels = List.copyOf(labels);
    dropped = List.copyOf(dropped);
    optional = Set.copyOf(optional);
  }

  /** This layout with another rule for the header. */
  public TableLayout withHeader(Header rule) {
    return new TableLayout(rule, ids, labels, dropped, optional, triplets, entryColumns);
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
    return new TableLayout(
        header, idColumn, labelColumns, droppedColumns, optional, triplets, entryColumns);
  }

  /** This layout, ignoring those of the columns {@code some} that a table lacks. */
  public TableLayout whereThere(Set<String> some) {
    return new TableLayout(header, ids, labels, dropped, some, triplets, entryColumns);
  }

  /** This layout of a table of triplets, or of one with the rows of X. */
  public TableLayout withTriplets(boolean value) {
    return new TableLayout(header, ids, labels, dropped, optional, value, entryColumns);
  }

  /**
   * This layout of a table of triplets, with its columns in another order or further ones.
   *
   * @param inOrder as {@link #entryColumns}
   */
  public TableLayout withEntryColumns(List<String> inOrder) {
    return new TableLayout(header, ids, labels, dropped, optional, true, inOrder);
  }

  /**
   * Where row, column and value are among {@code count} columns of triplets, from 0.
   *
   * @throws DataException if there are more or fewer columns than this layout has
   */
  int[] places(int count, Path path) {
    if (count != entryColumns.size()) {
      throw new DataException(
          "%s has %d columns, but %s has %d: %s; give each column its place there"
              .formatted(
                  path,
                  count,
                  Phrase.ENTRY_COLUMNS,
                  entryColumns.size(),
                  String.join(",", entryColumns)));
    }
    return OF_AN_ENTRY.stream().mapToInt(entryColumns::indexOf).toArray();
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
