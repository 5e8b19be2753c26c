package org.latentfeature.data;

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
 * @param summed how many entries of a sparse file were added to another one of their row and column
 */
public record Dataset(
    Rows rows,
    @Nullable List<String> columnNames,
    Map<String, List<String>> labels,
    @Nullable String idColumn,
    int summed) {

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

  /** Rows of a file in which no row and column has two entries. */
  public Dataset(
      Rows rows,
      @Nullable List<String> columnNames,
      Map<String, List<String>> labels,
      @Nullable String idColumn) {
    this(rows, columnNames, labels, idColumn, 0);
  }

  /** Rows without labels. */
  public Dataset(Rows rows, @Nullable List<String> columnNames) {
    this(rows, columnNames, Map.of(), null);
  }

  /** Names and labels as they are here, of what {@code other} holds in place of the rows. */
  public Dataset withRows(Rows other) {
    return new Dataset(other, columnNames, labels, idColumn, summed);
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
