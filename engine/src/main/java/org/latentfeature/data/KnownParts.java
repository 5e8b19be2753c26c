package org.latentfeature.data;

import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * Checks whether the known entries of a matrix are connected: rows and columns are joined where an
 * entry is known. In parts that share no row and no column, features cannot be related to each
 * other.
 */
public final class KnownParts {

  /** Rows of a part that a message names. */
  private static final int NAMED = 3;

  private KnownParts() {}

  /**
   * Checks that every row and column of {@code x} knows an entry, and that all are of one part.
   *
   * @param columnName what messages call the column of this index, from 0
   * @throws DataException naming the row or column, or the parts
   */
  public static void require(Matrix x, IntFunction<String> columnName) {
    require(x);
    requireColumns(x, columnName);
  }

  /**
   * Checks that every row of {@code x} has a known entry, and that all known entries are connected.
   * Columns may be without known entries.
   */
  public static void require(Matrix x) {
    if (x.facts().missing() > 0) {
      MissingEntries.of(x);
      requireOne(x);
    }
  }

  /**
   * Checks that every column of {@code x} knows an entry.
   *
   * @param columnName what messages call the column of this index, from 0
   * @throws DataException naming the first that does not
   */
  public static void requireColumns(Rows x, IntFunction<String> columnName) {
    DataFacts facts = x.facts();
    int empty = facts.emptyColumns().next(0);
    if (empty < x.cols()) {
      int others = facts.emptyColumns().count() - 1;
      throw new DataException(
          "%s has no known entry%s: nothing can be learned of it; remove the column, or %s, to fit the others"
              .formatted(
                  columnName.apply(empty),
                  others == 0 ? "" : ", as %,d other%s".formatted(others, others == 1 ? "" : "s"),
                  Phrase.EMPTY_COLUMNS));
    }
  }

  /** Checks that every column of {@code x} has a known entry. Messages number columns from 1. */
  public static void requireColumns(Rows x) {
    requireColumns(x, j -> "column " + (j + 1L) + " (counting from 1)");
  }

  private static void requireOne(Matrix x) {
    int n = x.rows();
    int[] parent = new int[n + x.cols()];
    Arrays.setAll(parent, i -> i);
    float[] row = new float[x.cols()];
    for (int i = 0; i < n; i++) {
      x.getRow(i, row);
      for (int j = 0; j < row.length; j++) {
        if (!Float.isNaN(row[j])) {
          parent[root(parent, n + j)] = root(parent, i);
        }
      }
    }
    int first = root(parent, 0);
    for (int i = 1; i < n; i++) {
      if (root(parent, i) != first) {
        throw new DataException(
            "rows %s and rows %s share no column that both know, so that their features cannot be related: fit them apart"
                .formatted(rows(parent, n, 0), rows(parent, n, i)));
      }
    }
  }

  private static int root(int[] parent, int of) {
    int at = of;
    while (parent[at] != at) {
      parent[at] = parent[parent[at]];
      at = parent[at];
    }
    return at;
  }

  /** The part of row {@code member}: its first rows, and how many there are. */
  private static String rows(int[] parent, int n, int member) {
    int part = root(parent, member);
    StringBuilder named = new StringBuilder();
    int count = 0;
    for (int i = 0; i < n; i++) {
      if (root(parent, i) == part) {
        if (count < NAMED) {
          named.append(count == 0 ? "" : ", ").append(i + 1);
        }
        count++;
      }
    }
    return count > NAMED ? named + ", … (%,d of %,d)".formatted(count, n) : named.toString();
  }
}
