package org.latentfeature.data;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Checked rows as read from a file.
 *
 * @param rows N×D, every entry finite, or NaN if it is missing and missing entries were allowed
 * @param columnNames the D names in the file's header; null if it has none
 * @param labels other columns of the file, by name, with N cells each: ids, classes and the like
 * @param idColumn the one of {@code labels} that names the rows; null if none does
 * @param notes what a user should know of the file, a sentence each: entries that were added,
 *     variants that were left out
 */
public record Dataset(
    Rows rows,
    @Nullable List<String> columnNames,
    Map<String, List<String>> labels,
    @Nullable String idColumn,
    List<String> notes) {

  /**
   * Keeps unmodifiable copies of the names and labels.
   *
   * @throws IllegalArgumentException if the number of names is not D, or that of a column's labels
   *     is not N, or there is no column of ids
   */
  public Dataset {
    if (columnNames != null) {
      columnNames = List.copyOf(columnNames);
      if (columnNames.size() != rows.cols()) {
        throw new IllegalArgumentException(
            columnNames.size() + " column names for " + rows.cols() + " columns");
      }
    }
    Map<String, List<String>> copy = new LinkedHashMap<>();
    labels.forEach((name, cells) -> copy.put(name, List.copyOf(cells)));
    labels = Collections.unmodifiableMap(copy);
    notes = List.copyOf(notes);
    copy.forEach(
        (name, cells) -> {
          if (cells.size() != rows.rows()) {
            throw new IllegalArgumentException(
                cells.size() + " labels " + name + " for " + rows.rows() + " rows");
          }
        });
    if (idColumn != null && !copy.containsKey(idColumn)) {
      throw new IllegalArgumentException("no column " + idColumn + " names the rows");
    }
  }

  /** Rows of a file of which there is nothing to note. */
  public Dataset(
      Rows rows,
      @Nullable List<String> columnNames,
      Map<String, List<String>> labels,
      @Nullable String idColumn) {
    this(rows, columnNames, labels, idColumn, List.of());
  }

  /** Rows without labels. */
  public Dataset(Rows rows, @Nullable List<String> columnNames) {
    this(rows, columnNames, Map.of(), null);
  }

  /** Names and labels as they are here, of what {@code other} holds in place of the rows. */
  public Dataset withRows(Rows other) {
    return new Dataset(other, columnNames, labels, idColumn, notes);
  }

  /**
   * These data, with a note where entries of a sparse file were added to another one of their row
   * and column.
   *
   * @param summed how many
   */
  public Dataset withSummed(long summed) {
    return withNote(
        summed == 0
            ? ""
            : "%,d %s added to another of the same row and column"
                .formatted(summed, summed == 1 ? "entry was" : "entries were"));
  }

  /** These data with another note; empty for none. */
  public Dataset withNote(String note) {
    List<String> all = new ArrayList<>(notes);
    if (!note.isEmpty()) {
      all.add(note);
    }
    return new Dataset(rows, columnNames, labels, idColumn, all);
  }

  /** The names of the N rows; null if they have none. */
  public @Nullable List<String> ids() {
    return idColumn == null ? null : labels.get(idColumn);
  }

  /**
   * The rows as a dense matrix in memory.
   *
   * @throws DataException if they are no such matrix, as {@link Rows#matrix} does
   */
  public Matrix x() {
    return rows.matrix();
  }
}
