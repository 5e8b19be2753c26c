package org.latentfeature.report.fit;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The names and labels of rows in the data's table.
 *
 * @param ids names of the N rows; null if they have none
 * @param labels of the rows, by the name of their column, N each
 */
public record RowNames(@Nullable List<String> ids, Map<String, List<String>> labels) {

  /** Rows that have numbers only. */
  public static final RowNames NONE = new RowNames(null, Map.of());

  /** Keeps unmodifiable copies. */
  public RowNames {
    ids = ids == null ? null : List.copyOf(ids);
    labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
  }

  boolean areOf(int rows) {
    return (ids == null || ids.size() == rows)
        && labels.values().stream().allMatch(cells -> cells.size() == rows);
  }

  /** Returns the name of row {@code i}, from 0: its id, or else its number, from 1. */
  String of(int i) {
    return ids == null || ids.get(i).isBlank() ? Quantity.count(i + 1L) : ids.get(i);
  }
}
