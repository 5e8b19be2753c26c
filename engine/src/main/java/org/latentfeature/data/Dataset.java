package org.latentfeature.data;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A checked matrix as read from a file.
 *
 * @param x N×D, every entry finite, or NaN where it is missing and that was allowed
 * @param columnNames the D names in the file's header; null where it has none
 */
public record Dataset(Matrix x, @Nullable List<String> columnNames) {

  /**
   * Keeps an unmodifiable copy of the names.
   *
   * @throws IllegalArgumentException if there are names, but not D of them
   */
  public Dataset {
    if (columnNames != null) {
      columnNames = List.copyOf(columnNames);
      if (columnNames.size() != x.cols()) {
        throw new IllegalArgumentException(
            columnNames.size() + " names for " + x.cols() + " columns");
      }
    }
  }
}
