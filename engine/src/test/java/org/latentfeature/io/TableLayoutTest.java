package org.latentfeature.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.Failures;
import org.latentfeature.data.Matrices;
import org.latentfeature.data.MatrixShape;

/** Which line of a table is its header, and which of its columns are not part of X. */
class TableLayoutTest {

  private static final TableLayout HEADER =
      TableLayout.DETECTED.withHeader(TableLayout.Header.PRESENT);
  private static final TableLayout NO_HEADER =
      TableLayout.DETECTED.withHeader(TableLayout.Header.ABSENT);

  private static final String PEOPLE =
      "name,age,size,class\nann,30,1.7,x\nbob,40,1.8,y\ncid,50,1.9,x\n";

  @TempDir Path folder = Path.of("");

  @Test
  void aFirstLineOfNumbersAndTextIsRefused() {
    says(
        "1,2,3x\n4,5,6\n",
        TableLayout.DETECTED,
        "line 1 of ",
        "x.csv has both numbers (\"1\" in column 1) and text (\"3x\" in column 3)",
        "Header.PRESENT",
        "Header.ABSENT",
        "TableLayout.ids 3");
    says(
        "\nann,1\nbob,2\n",
        TableLayout.DETECTED,
        "line 2 of",
        "\"ann\" in column 1",
        "TableLayout.ids 1");
    says("a,2010,2011\n1,2,3\n", TableLayout.DETECTED, "\"2010\" in column 2", "Header.PRESENT");
    says("1,5;2x\n1;2\n", TableLayout.DETECTED, "\"1,5\" in column 1", "\"2x\" in column 2");
  }

  @Test
  void aSingleBadNumberIsNoName() throws IOException {
    for (String cell : new String[] {"3x", "-1e", ".5.", "1,5"}) {
      says(
          "\"" + cell + "\"\n2\n",
          TableLayout.DETECTED,
          "line 1, column 1 of",
          "\"" + cell + "\"",
          "Header.PRESENT");
    }
    assertEquals(List.of("3x"), read("3x\n2\n", HEADER).columnNames());
    assertEquals(List.of("x3"), read("x3\n2\n", TableLayout.DETECTED).columnNames());
  }

  @Test
  void whatIsSaidOfTheHeaderHolds() throws IOException {
    Dataset named = read("1,2,3x\n4,5,6\n", HEADER);
    assertEquals(List.of("1", "2", "3x"), named.columnNames());
    assertArrayEquals(new float[][] {{4, 5, 6}}, Matrices.toArray(named.x()));
    assertEquals(new MatrixShape(1, 3), shape(HEADER));
    Dataset data = read("1,2\n4,5\n", NO_HEADER);
    assertNull(data.columnNames());
    assertEquals(2, data.x().rows());
    says("1,2,3x\n4,5,6\n", NO_HEADER, "line 1, column 3 of", "\"3x\", not a number");
    says("a,b\n4,5\n", NO_HEADER, "line 1, column 1 of", "\"a\"");
    says("1,2\n", HEADER, "has a header but no rows");
  }

  @ParameterizedTest
  @ValueSource(strings = {",a,b", "\"\",a,b", "Unnamed: 0,a,b", " ,a,b"})
  void anIndexAsPandasAndRWriteItNamesTheRows(String header) throws IOException {
    Dataset d = read(header + "\nu,1,2\n7,3,4\n", TableLayout.DETECTED);
    assertEquals(List.of("a", "b"), d.columnNames());
    assertArrayEquals(new float[][] {{1, 2}, {3, 4}}, Matrices.toArray(d.x()));
    assertEquals(List.of(List.of("u", "7")), List.copyOf(d.labels().values()));
    assertEquals(new MatrixShape(2, 2), shape(TableLayout.DETECTED));
  }

  @Test
  void numbersBesideAnEmptyFirstCellAreNamesIfTheyCount() throws IOException {
    Dataset d = read(",0,1,2\n0,5,6,7\n1,8,9,1\n", TableLayout.DETECTED);
    assertEquals(List.of("0", "1", "2"), d.columnNames());
    assertArrayEquals(new float[][] {{5, 6, 7}, {8, 9, 1}}, Matrices.toArray(d.x()));
    assertEquals(List.of("2010", "2011"), read(",2010,2011\n0,5,6\n", HEADER).columnNames());
    // All of these may be rows of data whose first entry is missing.
    for (String row : new String[] {",2010,2011,2012", ",0,1", ",0,1,3"}) {
      says(row + "\n", TableLayout.DETECTED, "line 1, column 1 of", "empty", "Header.PRESENT");
    }
    ReadOptions missing = ReadOptions.DEFAULT.withMissing(MissingCode.NAN);
    Path file = Files.writeString(folder.resolve("x.csv"), ",0,1,2\n0,5,6,7\n");
    Failures.assertSays(() -> MatrixReader.read(file, missing), "Header.PRESENT", "Header.ABSENT");
    assertEquals(2, MatrixReader.read(file, missing.withLayout(NO_HEADER)).x().rows());
  }

  @Test
  void otherColumnsWithoutANameAreRefused() throws IOException {
    says("a,,b\n1,2,3\n", TableLayout.DETECTED, "column 2 of", "no name", "TableLayout.dropped 2");
    assertEquals(List.of("a", "b"), read("a,,b\n1,2,3\n", drop("2")).columnNames());
  }

  @Test
  void columnsAreLeftOutByNameOrNumber() throws IOException {
    for (TableLayout layout :
        List.of(
            TableLayout.DETECTED.withColumns("name", List.of("class"), List.of("age")),
            TableLayout.DETECTED.withColumns("1", List.of("4"), List.of("2")))) {
      Dataset d = read(PEOPLE, layout);
      assertEquals(List.of("size"), d.columnNames());
      assertArrayEquals(new float[][] {{1.7f}, {1.8f}, {1.9f}}, Matrices.toArray(d.x()));
      assertEquals(
          Map.of("name", List.of("ann", "bob", "cid"), "class", List.of("x", "y", "x")),
          d.labels());
      assertEquals(new MatrixShape(3, 1), shape(layout));
    }
  }

  @Test
  void withoutAHeaderColumnsHaveNumbers() throws IOException {
    TableLayout ids = TableLayout.DETECTED.withColumns("1", List.of(), List.of());
    Dataset d = read("ann,1,2\nbob,3,4\n", ids);
    assertNull(d.columnNames());
    assertArrayEquals(new float[][] {{1, 2}, {3, 4}}, Matrices.toArray(d.x()));
    assertEquals(Map.of("column 1", List.of("ann", "bob")), d.labels());
    says(
        "1,2\n3,4\n",
        drop("x"),
        "no column \"x\" (TableLayout.dropped)",
        "2 without names",
        "a number");
  }

  @Test
  void aNamedColumnTellsThatThereIsAHeader() throws IOException {
    Dataset d =
        read(
            "id,2010,2011\nann,1,2\n",
            TableLayout.DETECTED.withColumns("id", List.of(), List.of()));
    assertEquals(List.of("2010", "2011"), d.columnNames());
  }

  @Test
  void aNameGoesBeforeANumber() throws IOException {
    assertEquals(
        List.of("3", "1"),
        read("3,2,1\n7,8,9\n", drop("2").withHeader(HEADER.header())).columnNames());
    assertEquals(
        List.of("2", "1"),
        read("3,2,1\n7,8,9\n", drop("3").withHeader(HEADER.header())).columnNames());
  }

  @Test
  void idsNameTheRows() throws IOException {
    TableLayout named = TableLayout.DETECTED.withColumns("name", List.of("class"), List.of("age"));
    assertEquals(List.of("ann", "bob", "cid"), read(PEOPLE, named).ids());
    assertNull(read(PEOPLE, named.withColumns(null, List.of("name", "class"), List.of())).ids());
    String indexed = ",a,b\nu,1,2\n7,3,4\n";
    assertEquals(List.of("u", "7"), read(indexed, TableLayout.DETECTED).ids());
    // Where another column names the rows, an index is not part of X.
    Dataset d = read(indexed, TableLayout.DETECTED.withColumns("a", List.of(), List.of()));
    assertEquals(List.of("1", "3"), d.ids());
    assertEquals(Map.of("a", List.of("1", "3")), d.labels());
    assertEquals(List.of("b"), d.columnNames());
  }

  @Test
  void onlyTheNamedColumnsMayBeMissing() throws IOException {
    TableLayout some =
        TableLayout.DETECTED.withColumns("id", List.of("kind"), List.of("name", "class"));
    assertEquals(
        List.of("age", "size"), read(PEOPLE, some.whereThere(Set.of("id", "kind"))).columnNames());
    says(PEOPLE, some.whereThere(Set.of("id")), "no column \"kind\" (TableLayout.labels)");
    says(PEOPLE, some.whereThere(Set.of("kind")), "no column \"id\" (TableLayout.ids)");
  }

  @Test
  void columnsThatAreNotThereAreNamed() throws IOException {
    says(PEOPLE, drop("weight"), "x.csv has no column \"weight\" (TableLayout.dropped)", "4");
    says(PEOPLE, drop("5"), "\"5\"");
    says(PEOPLE, drop("0"), "\"0\"");
    says("a,a,b\n1,2,3\n", drop("a"), "two columns named \"a\"", "number");
    says(PEOPLE, drop("1", "2", "3", "4"), "no column left for X");
    assertEquals(
        List.of("age", "size"),
        read(PEOPLE, drop("weight", "class", "name").whereThere(Set.of("weight", "class", "name")))
            .columnNames());
  }

  @Test
  void textInAColumnOfXTellsTheWayOut() {
    says(
        PEOPLE,
        TableLayout.DETECTED,
        "line 2, column 1 (\"name\")",
        "\"ann\"",
        "through the TableLayout");
  }

  @Test
  void otherFilesHaveNoLayout() throws IOException {
    Path file = folder.resolve("x.npy");
    NpyWriter.write(Matrices.random(3, 2, 1, 1), file);
    ReadOptions options = ReadOptions.DEFAULT.withLayout(drop("1"));
    Failures.assertSays(
        () -> MatrixReader.read(file, options), "x.npy is not a table", "TableLayout.dropped");
    Failures.assertSays(() -> MatrixReader.shape(file, options), "x.npy is not a table");
    MatrixReader.read(file, options.withLayout(drop("1").whereThere(Set.of("1"))));
  }

  @Test
  void otherColumnsThanAreExpectedAreRefused() throws IOException {
    Path file = Files.writeString(folder.resolve("x.csv"), PEOPLE);
    ReadOptions options =
        ReadOptions.DEFAULT
            .withLayout(TableLayout.DETECTED.withColumns("name", List.of("class"), List.of()))
            .withColumns(3);
    Failures.assertSays(() -> MatrixReader.read(file, options), "x.csv has 2 columns, not 3");
    Failures.assertSays(() -> MatrixReader.shape(file, options), "x.csv has 2 columns, not 3");
    assertEquals(2, MatrixReader.read(file, options.withColumns(2)).x().cols());
  }

  private static TableLayout drop(String... columns) {
    return TableLayout.DETECTED.withColumns(null, List.of(), List.of(columns));
  }

  private void says(String text, TableLayout layout, String... parts) {
    Failures.assertSays(() -> read(text, layout), parts);
  }

  private MatrixShape shape(TableLayout layout) throws IOException {
    return MatrixReader.shape(folder.resolve("x.csv"), ReadOptions.DEFAULT.withLayout(layout));
  }

  private Dataset read(String text, TableLayout layout) throws IOException {
    Path file = Files.writeString(folder.resolve("x.csv"), text);
    return MatrixReader.read(file, ReadOptions.DEFAULT.withLayout(layout));
  }
}
