package org.latentfeature.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.MatrixShape;
import org.latentfeature.io.MatrixReader;
import org.latentfeature.io.MissingCode;
import org.latentfeature.io.ReadOptions;
import org.latentfeature.io.TableLayout;

/** Files that DuckDB wrote, read as X. */
final class DuckDbFormatTest {

  @TempDir Path folder;

  private Path parquet(String name, String select) throws Exception {
    Path path = folder.resolve(name);
    try (Connection database = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = database.createStatement()) {
      statement.execute("COPY (%s) TO '%s' (FORMAT parquet)".formatted(select, path));
    }
    return path;
  }

  private static String refused(Path path, ReadOptions options) {
    DataException refusal =
        assertThrows(DataException.class, () -> MatrixReader.read(path, options));
    return String.valueOf(refusal.getMessage());
  }

  private static ReadOptions layout(String ids, List<String> labels, List<String> dropped) {
    return ReadOptions.DEFAULT.withLayout(TableLayout.DETECTED.withColumns(ids, labels, dropped));
  }

  @Test
  void columnsOfEveryNumericTypeAreX() throws Exception {
    Path path =
        parquet(
            "x.parquet",
            "SELECT i::TINYINT a, i::BIGINT b, i / 4::FLOAT c, i::DECIMAL(9, 2) / 8 d, i > 1 e,"
                + " i::HUGEINT f, i::UINTEGER g FROM range(3) t(i) ORDER BY i");
    Dataset data = MatrixReader.read(path);
    assertEquals(List.of("a", "b", "c", "d", "e", "f", "g"), data.columnNames());
    assertEquals(new MatrixShape(3, 7), MatrixReader.shape(path, ReadOptions.DEFAULT));
    float[] row = new float[7];
    data.x().getRow(2, row);
    assertEquals(List.of(2f, 2f, .5f, .25f, 1f, 2f, 2f), boxed(row));
  }

  private static List<Float> boxed(float[] row) {
    List<Float> all = new java.util.ArrayList<>();
    for (float v : row) {
      all.add(v);
    }
    return all;
  }

  @Test
  void idsAndLabelsKeepTheirWords() throws Exception {
    Path path =
        parquet(
            "named.parquet",
            "SELECT i + 100 id, 'r' || i region, i * 1.5 x, DATE '2020-01-01' AS day"
                + " FROM range(4) t(i) ORDER BY i");
    Dataset data = MatrixReader.read(path, layout("id", List.of("region"), List.of("day")));
    assertEquals(List.of("x"), data.columnNames());
    assertEquals(List.of("100", "101", "102", "103"), data.ids());
    assertEquals(
        Map.of(
            "id", List.of("100", "101", "102", "103"), "region", List.of("r0", "r1", "r2", "r3")),
        data.labels());
    String words = refused(path, layout("id", List.of(), List.of("day")));
    assertTrue(words.contains("region") && words.contains("VARCHAR"), words);
    assertTrue(words.contains("exclude it through the TableLayout"), words);
  }

  @Test
  void nullsAreMissingEntries() throws Exception {
    Path path =
        parquet(
            "nulls.parquet",
            "SELECT CASE WHEN i = 1 THEN NULL ELSE i END a, i b FROM range(3) t(i) ORDER BY i");
    String words = refused(path, ReadOptions.DEFAULT);
    assertTrue(
        words.contains("row 2, column \"a\"")
            && words.contains("allow missing entries (MissingCode.NAN)"),
        words);
    assertTrue(words.contains("1 of 6"), words);
    Dataset data = MatrixReader.read(path, ReadOptions.DEFAULT.withMissing(MissingCode.NAN));
    assertTrue(Float.isNaN(data.x().get(1, 0)));
    assertEquals(1, data.x().get(1, 1));
  }

  @Test
  void aColumnOfListsHasTheRows() throws Exception {
    Path path =
        parquet("lists.parquet", "SELECT i id, [i, i * 2.0, NULL] v FROM range(3) t(i) ORDER BY i");
    ReadOptions options = layout("id", List.of(), List.of()).withMissing(MissingCode.NAN);
    Dataset data = MatrixReader.read(path, options);
    assertNull(data.columnNames());
    assertEquals(3, data.x().cols());
    assertEquals(4, data.x().get(2, 1));
    assertTrue(Float.isNaN(data.x().get(2, 2)));
    assertEquals(new MatrixShape(3, 3), MatrixReader.shape(path, options));
    assertTrue(refused(path, ReadOptions.DEFAULT).contains("no other columns"));
    Path uneven = parquet("uneven.parquet", "SELECT [1.0, 2] v UNION ALL SELECT [1.0, 2, 3]");
    String words = refused(uneven, ReadOptions.DEFAULT);
    assertTrue(words.contains("row 2") && words.contains("3 numbers"), words);
  }

  @Test
  void jsonIsReadToo() throws IOException {
    Path lines =
        Files.writeString(
            folder.resolve("x.jsonl"), "{\"a\": 1, \"b\": 2.5}\n{\"a\": 3, \"b\": 4}\n");
    assertEquals(2.5f, MatrixReader.read(lines).x().get(0, 1));
    Path array = Files.writeString(folder.resolve("x.json"), "[{\"a\": 1}, {\"a\": 7}]");
    assertEquals(7, MatrixReader.read(array).x().get(1, 0));
  }

  @Test
  void aNameIsNoPattern() throws Exception {
    Path path = parquet("a*[b].parquet", "SELECT 5 a");
    parquet("ab.parquet", "SELECT 6 a");
    assertEquals(1, MatrixReader.read(path).x().rows());
    assertEquals(5, MatrixReader.read(path).x().get(0, 0));
  }

  @Test
  void whatIsNoSuchFileIsNamed() throws Exception {
    Path garbage = Files.writeString(folder.resolve("garbage.parquet"), "not a table");
    assertTrue(refused(garbage, ReadOptions.DEFAULT).contains("garbage.parquet cannot be read"));
    Path none = folder.resolve("none.parquet");
    assertTrue(refused(none, ReadOptions.DEFAULT).contains("none.parquet"));
    Path empty = parquet("empty.parquet", "SELECT 1 a WHERE false");
    assertTrue(refused(empty, ReadOptions.DEFAULT).contains("has no rows"));
    Path infinite = parquet("infinite.parquet", "SELECT 'inf'::DOUBLE a");
    assertTrue(refused(infinite, ReadOptions.DEFAULT).contains("infinit"));
  }
}
