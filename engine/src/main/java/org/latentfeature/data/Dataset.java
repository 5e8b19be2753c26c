package org.latentfeature.data;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A checked matrix as read from a file.
 *
 * @param x N×D, every entry finite, or NaN if it is missing and missing entries were allowed
 * @param columnNames the D names in the file's header; null if it has none
 * @param labels other columns of the file, by name, with N cells each: ids, classes and the like
 */
public record Dataset(
    Matrix x, @Nullable List<String> columnNames, Map<String, List<String>> labels) {

  /**
   * Keeps unmodifiable copies of the names and labels.
   *
   * @throws IllegalArgumentException if the number of names is not D, or that of a column's labels
   *     is not N
   */
  public Dataset {
    if (columnNames != null) {
      columnNames = List.copyOf(columnNames);
      if (columnNames.size() != x.cols()) {
        throw new IllegalArgumentException(
            columnNames.size() + " column names for " + x.cols() + " columns");
      }
    }
    Map<String, List<String>> copy = new LinkedHashMap<>();
    labels.forEach((name, cells) -> copy.put(name, List.copyOf(cells)));
    labels = Collections.unmodifiableMap(copy);
    copy.forEach(
        (name, cells) -> {
          if (cells.size() != x.rows()) {
            throw new IllegalArgumentException(
                cells.size() + " labels " + name + " for " + x.rows() + " rows");
          }
        });
  }

  /** A matrix whose rows have no labels. */
  public Dataset(Matrix x, @Nullable List<String> columnNames) {
    this(x, columnNames, Map.of());
  }
}
