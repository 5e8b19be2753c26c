package org.latentfeature.io;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.MatrixShape;
import org.latentfeature.data.MissingEntries;
import org.latentfeature.data.Phrase;
import org.latentfeature.io.ColumnarTable.Column;
import org.latentfeature.io.ColumnarTable.Kind;

/**
 * Reads X from a table of columns that a plug-in opens: all columns that are no ids, labels or
 * dropped, or one column of lists, each of which is a row.
 */
final class ColumnarReader {

  private final Path path;
  private final ReadOptions options;
  private final ColumnarTable table;
  private final TableColumns columns;
  private final int[] ofX;
  private final List<Column> all;
  private long missing;
  private String firstMissing = "";

  ColumnarReader(Path path, ReadOptions options, ColumnarTable table) {
    this.path = path;
    this.options = options;
    this.table = table;
    all = table.columns();
    if (all.isEmpty()) {
      throw new DataException(path + " has no columns");
    }
    columns =
        TableColumns.of(
            path, all.size(), all.stream().map(Column::name).toList(), options.layout());
    ofX = columns.ofX();
    if (table.rows() == 0) {
      throw new DataException(path + " has no rows");
    }
    if (table.rows() > Integer.MAX_VALUE) {
      throw new DataException(
          path + " has " + table.rows() + " rows, more than " + Integer.MAX_VALUE);
    }
    requireNumbers();
  }

  MatrixShape shape() throws IOException {
    return new MatrixShape((int) table.rows(), cols());
  }

  private void requireNumbers() {
    if (ofX.length == 1 && all.get(ofX[0]).kind() == Kind.LIST) {
      return;
    }
    for (int j : ofX) {
      Column column = all.get(j);
      if (column.kind() != Kind.NUMBER) {
        throw new DataException(
            "column %s of %s is of type %s, %s; exclude it %s"
                .formatted(
                    Excerpt.of(column.name()),
                    path,
                    column.type(),
                    column.kind() == Kind.LIST
                        ? "which is X only where there are no other columns"
                        : "not a number",
                    Phrase.EXCLUDED));
      }
    }
  }

  private boolean isLists() {
    return all.get(ofX[0]).kind() == Kind.LIST;
  }

  /** D: that of lists is the length of the first one. */
  private int cols() throws IOException {
    if (!isLists()) {
      return ofX.length;
    }
    int[] length = {-1};
    table.visit(
        ofX,
        new int[0],
        (i, row) -> {
          double[] list = row.list(0);
          length[0] = list == null ? -1 : list.length;
          return list == null;
        });
    if (length[0] <= 0) {
      throw new DataException(
          "column "
              + Excerpt.of(all.get(ofX[0]).name())
              + " of "
              + path
              + " has no list with numbers");
    }
    return length[0];
  }

  Dataset read() throws IOException {
    Matrix x = Matrix.allocate((int) table.rows(), cols());
    Map<String, List<String>> labels = new LinkedHashMap<>();
    columns.labels().keySet().forEach(name -> labels.put(name, new ArrayList<>()));
    float[] entries = new float[x.cols()];
    table.visit(
        ofX,
        columns.labels().values().stream().mapToInt(Integer::intValue).toArray(),
        (i, row) -> {
          fill(i, row, entries);
          x.setRow(i, entries);
          int p = 0;
          for (List<String> cells : labels.values()) {
            cells.add(row.text(p++));
          }
          return true;
        });
    if (missing > 0) {
      throw new DataException(
          "%s is missing (%s); remove the row or column, or fill in the value%s"
              .formatted(
                  firstMissing, MissingEntries.share(missing, x.size()), MissingEntries.WAY_OUT));
    }
    return new Dataset(x, isLists() ? null : columns.namesOfX(), labels, columns.idColumn());
  }

  private void fill(int i, ColumnarTable.Row row, float[] entries) throws IOException {
    if (!isLists()) {
      for (int p = 0; p < entries.length; p++) {
        entries[p] = entry(row.number(p), i, p);
      }
      return;
    }
    double @Nullable [] list = row.list(0);
    if (list == null) {
      list = new double[entries.length];
      Arrays.fill(list, Double.NaN);
    }
    if (list.length != entries.length) {
      throw new DataException(
          "row %d of %s has a list of %d numbers, the first has %d"
              .formatted(i + 1L, path, list.length, entries.length));
    }
    for (int p = 0; p < entries.length; p++) {
      entries[p] = entry(list[p], i, p);
    }
  }

  private float entry(double value, int i, int p) {
    if (Double.isNaN(value)) {
      if (!options.missing().allowed() && missing++ == 0) {
        firstMissing =
            "row %d, %s of %s"
                .formatted(
                    i + 1L,
                    isLists()
                        ? "number " + (p + 1)
                        : "column " + Excerpt.of(all.get(ofX[p]).name()),
                    path);
      }
      return Float.NaN;
    }
    return options.narrow(value, i, p, path.toString());
  }
}
