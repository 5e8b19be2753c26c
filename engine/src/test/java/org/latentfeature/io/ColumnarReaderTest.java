package org.latentfeature.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.MatrixShape;
import org.latentfeature.io.ColumnarTable.Column;
import org.latentfeature.io.ColumnarTable.Kind;

/** X from tables of columns, as a plug-in would open them. */
final class ColumnarReaderTest {

  private static final Column ID = new Column("id", Kind.NUMBER, "BIGINT");
  private static final Column A = new Column("a", Kind.NUMBER, "DOUBLE");
  private static final Column B = new Column("b", Kind.NUMBER, "FLOAT");
  private static final Column TOWN = new Column("town", Kind.OTHER, "VARCHAR");
  private static final Column LISTS = new Column("v", Kind.LIST, "FLOAT[]");

  @TempDir Path folder = Path.of("");
  private Path path = folder;

  @BeforeEach
  void makeFile() throws IOException {
    path = Files.createFile(folder.resolve("x.columns"));
  }

  /** A table in memory; entries are numbers, arrays of double, text or null. */
  private record Table(List<Column> columns, List<List<@Nullable Object>> entries)
      implements ColumnarTable {

    @Override
    public long rows() {
      return entries.size();
    }

    @Override
    public void visit(int[] ofX, int[] inWords, RowVisitor visitor) throws IOException {
      boolean wanted = true;
      for (int i = 0; wanted && i < entries.size(); i++) {
        List<@Nullable Object> row = entries.get(i);
        wanted =
            visitor.row(
                i,
                new Row() {
                  @Override
                  public double number(int p) {
                    return row.get(ofX[p]) instanceof Number n ? n.doubleValue() : Double.NaN;
                  }

                  @Override
                  public double @Nullable [] list(int p) {
                    return row.get(ofX[p]) instanceof double[] list ? list : null;
                  }

                  @Override
                  public String text(int p) {
                    Object entry = row.get(inWords[p]);
                    return entry == null ? "" : entry.toString();
                  }
                });
      }
    }

    @Override
    public void close() {
      // There is nothing to close.
    }
  }

  @SafeVarargs
  private static ColumnarFormat format(List<Column> columns, List<@Nullable Object>... rows) {
    return new ColumnarFormat() {
      @Override
      public List<String> names() {
        return List.of("columns");
      }

      @Override
      public ColumnarTable open(Path file) {
        return new Table(columns, List.of(rows));
      }
    };
  }

  private static List<@Nullable Object> row(@Nullable Object... entries) {
    return java.util.Arrays.asList(entries);
  }

  private static ReadOptions layout(
      @Nullable String ids, List<String> labels, List<String> dropped) {
    return ReadOptions.DEFAULT.withLayout(TableLayout.DETECTED.withColumns(ids, labels, dropped));
  }

  private Dataset read(ColumnarFormat format, ReadOptions options) throws IOException {
    Dataset data = format.read(path, options, WorkListener.SILENT);
    MatrixShape shape = format.shape(path, options);
    assertEquals(new MatrixShape(data.rows().rows(), data.rows().cols()), shape);
    return data;
  }

  private void refused(ColumnarFormat format, ReadOptions options, String... words) {
    DataException refusal =
        assertThrows(DataException.class, () -> format.read(path, options, WorkListener.SILENT));
    String said = String.valueOf(refusal.getMessage());
    for (String word : words) {
      assertTrue(said.contains(word), said);
    }
    assertTrue(said.contains("x.columns"), said);
  }

  @Test
  void numbersAreXAndOtherColumnsKeepTheirWords() throws IOException {
    ColumnarFormat format =
        format(List.of(ID, A, TOWN, B), row(17, 1.5, "Ulm", 2), row(18, 3, null, 4));
    Dataset data = read(format, layout("id", List.of("town"), List.of()));
    assertEquals(List.of("a", "b"), data.columnNames());
    assertEquals(List.of("17", "18"), data.ids());
    assertEquals(Map.of("id", List.of("17", "18"), "town", List.of("Ulm", "")), data.labels());
    assertEquals(1.5f, data.x().get(0, 0));
    assertEquals(4, data.x().get(1, 1));
    Dataset dropped = read(format, layout(null, List.of(), List.of("town", "1")));
    assertEquals(List.of("a", "b"), dropped.columnNames());
    refused(
        format, ReadOptions.DEFAULT, "town", "VARCHAR", "not a number", "through the TableLayout");
    refused(format, layout("nobody", List.of(), List.of()), "nobody", "TableLayout.ids");
  }

  @Test
  void whatIsNotThereIsMissing() throws IOException {
    ColumnarFormat format = format(List.of(A, B), row(1, null), row(-9, 4), row(null, 6));
    refused(format, ReadOptions.DEFAULT, "row 1, column \"b\"", "2 of 6", "MissingCode.NAN");
    Dataset data = read(format, ReadOptions.DEFAULT.withMissing(MissingCode.of(-9)));
    assertTrue(Float.isNaN(data.x().get(0, 1)));
    assertTrue(Float.isNaN(data.x().get(1, 0)));
    assertEquals(6, data.x().get(2, 1));
  }

  @Test
  void numbersAreScaledAndMustFit() throws IOException {
    ColumnarFormat format = format(List.of(A), row(4), row(6));
    assertEquals(3, read(format, ReadOptions.DEFAULT.withScaleBy(.5)).x().get(1, 0));
    ColumnarFormat large = format(List.of(A), row(1), row(1e39));
    refused(large, ReadOptions.DEFAULT, "row 2", "1.0E39", "3.4e38");
  }

  @Test
  void listsAreRows() throws IOException {
    ColumnarFormat format =
        format(
            List.of(ID, LISTS),
            row(1, null),
            row(2, new double[] {1, 2, 3}),
            row(3, new double[] {4, Double.NaN, 6}));
    ReadOptions options = layout("id", List.of(), List.of());
    Dataset data = read(format, options.withMissing(MissingCode.NAN));
    assertNull(data.columnNames());
    assertEquals(3, data.x().cols());
    assertTrue(Float.isNaN(data.x().get(0, 2)));
    assertEquals(6, data.x().get(2, 2));
    refused(format, options, "row 1, number 1", "4 of 9");
    refused(format, ReadOptions.DEFAULT, "column \"v\"", "no other columns");
    ColumnarFormat uneven =
        format(List.of(LISTS), row(new double[] {1, 2}), row(new double[] {1, 2, 3}));
    refused(uneven, ReadOptions.DEFAULT, "row 2", "3 numbers", "the first has 2");
    refused(format(List.of(LISTS), row(new double[0])), ReadOptions.DEFAULT, "no list");
  }

  @Test
  void emptyTablesAreRefused() {
    refused(format(List.of()), ReadOptions.DEFAULT, "no columns");
    refused(format(List.of(A)), ReadOptions.DEFAULT, "no rows");
    refused(format(List.of(A), row(1)), layout("a", List.of(), List.of()), "no column left for X");
  }

  @Test
  void aFileWhosePlugInIsNotThereSaysSo() throws IOException {
    Path parquet = Files.createFile(folder.resolve("x.parquet"));
    DataException refusal =
        assertThrows(DataException.class, () -> MatrixReader.read(parquet, ReadOptions.DEFAULT));
    assertTrue(String.valueOf(refusal.getMessage()).contains("plug-in lfm-parquet"));
  }
}
