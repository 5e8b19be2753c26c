package org.latentfeature.io;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Phrase;

/** Assigns the columns of a table: those of X, and those with ids and labels of its rows. */
final class TableColumns {

  /** Name that pandas gives to an index that it wrote without a name and read back as a column. */
  private static final String PANDAS_INDEX = "Unnamed: 0";

  private final Path path;
  private final int count;
  private final @Nullable List<String> header;
  private final boolean[] leftOut;
  private final Map<String, Integer> labels = new LinkedHashMap<>();
  private @Nullable String idColumn;

  private TableColumns(Path path, int count, @Nullable List<String> header) {
    this.path = path;
    this.count = count;
    this.header = header;
    this.leftOut = new boolean[count];
  }

  /**
   * Assigns the columns of a table.
   *
   * @param count number of columns
   * @param header their names; null if they have none
   * @throws DataException naming a column that is missing or has no name, or if none is left
   */
  static TableColumns of(Path path, int count, @Nullable List<String> header, TableLayout layout) {
    TableColumns columns = new TableColumns(path, count, header);
    columns.leaveOut(layout);
    columns.requireNames();
    if (columns.ofX().length == 0) {
      throw new DataException(
          path + " has no column left for X after ids, labels and dropped columns");
    }
    return columns;
  }

  private void leaveOut(TableLayout layout) {
    if (layout.ids() != null) {
      keepIds(position(layout.ids(), Phrase.IDS, layout));
    }
    if (header != null && (header.get(0).isEmpty() || header.get(0).equals(PANDAS_INDEX))) {
      if (idColumn == null) {
        keepIds(0);
      }
      leftOut[0] = true;
    }
    layout.labels().forEach(c -> keep(position(c, Phrase.LABELS, layout)));
    for (String column : layout.dropped()) {
      int j = position(column, Phrase.DROPPED, layout);
      if (j >= 0) {
        leftOut[j] = true;
      }
    }
  }

  private void keepIds(int j) {
    keep(j);
    idColumn = j < 0 ? null : name(j);
  }

  private void keep(int j) {
    if (j >= 0 && !leftOut[j]) {
      leftOut[j] = true;
      labels.put(name(j), j);
    }
  }

  private String name(int j) {
    return header == null || header.get(j).isEmpty() ? "column " + (j + 1) : header.get(j);
  }

  /** Where the column is, from 0; −1 if it is not there and need not be. */
  private int position(String column, Phrase option, TableLayout layout) {
    int at = header == null ? -1 : header.indexOf(column);
    if (header != null && at >= 0) {
      if (header.lastIndexOf(column) != at) {
        throw new DataException(
            path
                + " has two columns named "
                + Excerpt.of(column)
                + "; give "
                + option
                + " the number of one");
      }
      return at;
    }
    if (column.matches("[1-9]\\d{0,8}") && Integer.parseInt(column) <= count) {
      return Integer.parseInt(column) - 1;
    }
    if (!layout.optional().contains(column)) {
      throw new DataException(
          path
              + " has no column "
              + Excerpt.of(column)
              + " ("
              + option
              + "): it has "
              + count
              + (header == null
                  ? " without names; give a number"
                  : "; give a name in its header or a number" + DidYouMean.of(column, header)));
    }
    return -1;
  }

  private void requireNames() {
    if (header == null) {
      return;
    }
    for (int j = 0; j < count; j++) {
      if (header.get(j).isEmpty() && !leftOut[j]) {
        throw new DataException(
            "column "
                + (j + 1)
                + " of "
                + path
                + " has no name in the header; name it, or exclude it with "
                + Phrase.DROPPED
                + " "
                + (j + 1));
      }
    }
  }

  /** The columns of X, from 0. */
  int[] ofX() {
    return IntStream.range(0, count).filter(j -> !leftOut[j]).toArray();
  }

  /** Returns the names of the columns of X; null if they have none. */
  @Nullable List<String> namesOfX() {
    List<String> all = header;
    return all == null ? null : IntStream.of(ofX()).mapToObj(all::get).toList();
  }

  /** Names of all columns; null where they have none. */
  @Nullable List<String> header() {
    return header;
  }

  /** The columns of ids and labels, from 0, by name. */
  Map<String, Integer> labels() {
    return labels;
  }

  /** Which of them names the rows; null if none does. */
  @Nullable String idColumn() {
    return idColumn;
  }
}
