package org.latentfeature.data;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A checked matrix as read from a file.
 *
 * @param x N×D, every entry finite, or NaN where it is missing and that was allowed
 * @param columnNames the D names in the file's header; null where it has none
 * @param labels what else the file says of the N rows, by column and in its order: ids, classes and
 *     the like
 */
public record Dataset(
    Matrix x, @Nullable List<String> columnNames, Map<String, List<String>> labels) {

  /**
   * Keeps unmodifiable copies of the names and labels.
   *
   * @throws IllegalArgumentException if there are names, but not D of them, or not N labels of a
   *     kind
   */
  public Dataset {
    if (columnNames != null) {
      columnNames = List.copyOf(columnNames);
      if (columnNames.size() != x.cols()) {
        throw new IllegalArgumentException(
            columnNames.size() + " names for " + x.cols() + " columns");
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
