package org.latentfeature.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.Failures;
import org.latentfeature.data.Matrices;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.MatrixShape;

class DelimitedReaderTest {

  @TempDir Path folder = Path.of("");

  @Test
  void withoutHeader() throws IOException {
    Dataset d = read("x.csv", "1,2,3\n-4.5,5e-1,+6\n");
    assertNull(d.columnNames());
    assertArrayEquals(new float[][] {{1, 2, 3}, {-4.5f, .5f, 6}}, Matrices.toArray(d.x()));
  }

  @Test
  void withHeaderQuotesAndAnyLineEnds() throws IOException {
    for (String end : new String[] {"\n", "\r\n", "\r"}) {
      Dataset d =
          read("x.csv", "\"first, one\",\"a \"\"b\"\"\"" + end + end + "\"1\", 2 " + end + "3,4");
      assertEquals(List.of("first, one", "a \"b\""), d.columnNames());
      assertArrayEquals(new float[][] {{1, 2}, {3, 4}}, Matrices.toArray(d.x()));
    }
  }

  @Test
  void tabsAndDetectedDelimiters() throws IOException {
    float[][] expected = {{1, 2}, {3, 4}};
    assertArrayEquals(expected, Matrices.toArray(read("x.tsv", "a\tb\n1\t2\n3\t4\n").x()));
    for (char c : new char[] {'\t', ',', ';', ' '}) {
      Dataset d = read("x.txt", "1" + c + "2\n3" + c + "4\n");
      assertArrayEquals(expected, Matrices.toArray(d.x()));
    }
    assertArrayEquals(new float[][] {{7}, {8}}, Matrices.toArray(read("x.txt", "7\n8\n").x()));
  }

  @Test
  void aDelimiterIsOneThatTheFirstTwoLinesHave() throws IOException {
    float[][] expected = {{1, 2}, {3, 4}};
    for (String name : new String[] {"x.csv", "x.txt"}) {
      for (char c : new char[] {'\t', ',', ';'}) {
        String rows = "1" + c + "2\n3" + c + "4\n";
        assertArrayEquals(expected, Matrices.toArray(read(name, rows).x()));
        Dataset d = read(name, "\n  \n\"a;b,c\td\"" + c + "\"e\"\"f\"\n" + rows);
        assertArrayEquals(expected, Matrices.toArray(d.x()));
        assertEquals(List.of("a;b,c\td", "e\"f"), d.columnNames());
      }
    }
    assertEquals(List.of("a\nb", "c"), read("x.csv", "\ufeff\n\"a\nb\";c\n1;2\n").columnNames());
    assertEquals(List.of("a;b"), read("x.csv", "\"a;b\"\n1\n").columnNames());
    // Lines that end about where the search does, and beyond.
    for (int cells = 32_760; cells < 32_775; cells++) {
      String row = "1,".repeat(cells) + "22\r\n";
      assertEquals(cells + 1, read("x.txt", row + row).x().cols());
    }
    assertEquals(List.of("a;b", "c"), read("x.csv", "a;b,c\n1,2\n").columnNames());
    assertEquals(List.of("a, in cm", "b"), read("x.csv", "a, in cm;b\n1;2\n").columnNames());
  }

  @Test
  void semicolonsAllowDecimalCommas() throws IOException {
    assertArrayEquals(
        new float[][] {{1.5f, -2}, {3, .25f}, {1e-3f, 4}},
        Matrices.toArray(read("x.csv", "1,5;-2\n3;,25\n1e-3;4,\n").x()));
    Dataset d = read("x.csv", "a;b\n1,5;2,5\n");
    assertEquals(List.of("a", "b"), d.columnNames());
    assertArrayEquals(new float[][] {{1.5f, 2.5f}}, Matrices.toArray(d.x()));
  }

  @Test
  void twoDecimalMarksInOneTableAreRefused() {
    Failures.assertSays(
        () -> read("x.csv", "1,5;2\n3;4.5\n"),
        "line 2, column 2 of",
        "\"4.5\"",
        "have a decimal comma");
    Failures.assertSays(
        () -> read("x.csv", "1.5;2\n3;1,234\n"), "\"1,234\"", "have a decimal point");
    for (String number : new String[] {"1.234,5", "1,234,567", "1,234.5", "a,b"}) {
      Failures.assertSays(
          () -> read("x.csv", "a;b\n1;" + number + "\n"), "\"" + number + "\", not a number");
    }
  }

  @Test
  void decimalCommasWithoutSemicolonsAreNotGuessedAt() {
    for (String text : new String[] {"1\t2\n1,5\t3\n", "1 2\n1,5 3\n"}) {
      Failures.assertSays(
          () -> read("x.txt", text), "line 2, column 1 of", "\"1,5\"", "semicolons");
    }
    Failures.assertSays(
        () -> read("x.csv", "1,2\n\"1,5\",3\n"), "line 2, column 1 of", "semicolons");
  }

  @Test
  void blankLinesAreNoRows() throws IOException {
    for (String name : new String[] {"x.csv", "x.tsv", "x.txt"}) {
      Dataset d = read(name, "\n \n1\t2\n\n  \n3\t4\n \n");
      assertArrayEquals(new float[][] {{1, 2}, {3, 4}}, Matrices.toArray(d.x()));
      assertEquals(
          new MatrixShape(2, 2), MatrixReader.shape(folder.resolve(name), ReadOptions.DEFAULT));
    }
    Failures.assertSays(() -> read("x.csv", " \n\n\t \n"), "x.csv is empty");
    Failures.assertSays(
        () -> read("x.csv", "\n\na,b\n\n1,x\n"), "line 5, column 2 (\"b\")", "\"x\"");
  }

  @Test
  void byteOrderMarksAreNoPartOfTheFirstName() throws IOException {
    Dataset d = read("x.csv", "\ufeffa,b\n1,2\n");
    assertEquals(List.of("a", "b"), d.columnNames());
  }

  @Test
  void scales() throws IOException {
    ReadOptions options = ReadOptions.DEFAULT.withScaleBy(1 / 255.0);
    Path file = Files.writeString(folder.resolve("x.csv"), "255,51\n");
    assertArrayEquals(
        new float[][] {{1, .2f}}, Matrices.toArray(MatrixReader.read(file, options).x()));
  }

  @Test
  void moreColumnsAndLongerRecordsThanFastcsvAllowsByDefault() throws IOException {
    int cols = 40_000;
    String row =
        IntStream.range(0, cols).mapToObj(Integer::toString).collect(Collectors.joining(","));
    Dataset d = read("x.csv", row + "\n" + row + "\n");
    assertEquals(cols, d.x().cols());
    assertEquals(39_999f, d.x().get(1, 39_999));
  }

  @Test
  void emptyFiles() {
    for (String text : new String[] {"", "\n", "\n\n\r\n", "\ufeff"}) {
      Failures.assertSays(() -> read("x.csv", text), "x.csv is empty");
      Failures.assertSays(() -> read("x.txt", text), "x.txt is empty");
    }
  }

  @Test
  void headerWithoutRows() {
    Failures.assertSays(() -> read("x.csv", "a,b\n"), "x.csv has a header but no rows");
  }

  @Test
  void raggedRowsNameLineAndBothCounts() {
    Failures.assertSays(
        () -> read("x.csv", "a,b,c\n1,2,3\n\n4,5\n"),
        "line 4 of ",
        "x.csv has 2 cells, expected 3");
    Failures.assertSays(
        () -> read("x.csv", "1,2\n1,2,3\n"), "line 2 of ", "has 3 cells, expected 2");
    Failures.assertSays(() -> read("x.csv", "1,2\n1\n"), "line 2 of ", "has 1 cell, expected 2");
    Failures.assertSays(() -> read("x.csv", "a,b\n1\n"), "has 1 cell, expected 2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"abc", "1d", "2f", "0x10", "0x1p3", "1.2.3", "--4", "1 2", "1e", "$5"})
  void textWhereANumberShouldBe(String text) {
    Failures.assertSays(
        () -> read("x.csv", "age,size\n1,2\n3," + text + "\n"),
        "line 3, column 2 (\"size\") of ",
        "x.csv is \"" + text + "\", not a number");
    Failures.assertSays(
        () -> read("x.csv", "1,2\n3," + text + "\n"), "line 2, column 2 of ", "\"" + text + "\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"NA", "nan", "NaN", "null", "None", "?", "n/a"})
  void missingValuesAreSaidToBeSo(String text) {
    Failures.assertSays(
        () -> read("x.csv", "a,b\n1," + text + "\n"),
        "line 2, column 2 (\"b\")",
        "\"" + text + "\"",
        "missing values are not supported (1 of 2 entries is missing, 50 %)",
        "MissingCode.NAN");
    // In the first line too: a missing value makes no header.
    Failures.assertSays(
        () -> read("x.csv", "1," + text + "\n1,2\n"), "line 1, column 2", "missing values");
  }

  @Test
  void emptyCells() {
    Failures.assertSays(
        () -> read("x.csv", "a,b\n1,\n"), "line 2, column 2 (\"b\")", "is empty", "missing values");
    Failures.assertSays(() -> read("x.csv", "1,,3\n"), "line 1, column 2 of", "is empty");
    Failures.assertSays(() -> read("x.csv", "1,\"  \"\n"), "line 1, column 2 of", "is empty");
  }

  @ParameterizedTest
  @CsvSource({"inf", "-Infinity", "1e39", "-1e400"})
  void valuesBeyondFloats(String text) {
    Failures.assertSays(
        () -> read("x.csv", "1,2\n3," + text + "\n"), "line 2, column 2 of", text, "32-bit");
  }

  @Test
  void anOpenQuoteIsAnError() {
    Failures.assertSays(() -> read("x.csv", "a,b\n1,\"2\n3,4\n"), "x.csv");
  }

  @Test
  void textAfterAClosingQuoteIsAnError() {
    Failures.assertSays(
        () -> read("x.csv", "a,b\n1,\"2\"x\n"), "x.csv is not valid", "quote", "line 2");
  }

  @Test
  void binaryRubbishIsNamedInOneShortLine() throws IOException {
    Path file = folder.resolve("x.csv");
    byte[] rubbish = new byte[5000];
    new Random(1).nextBytes(rubbish);
    Files.write(file, rubbish);
    Failures.assertSays(() -> MatrixReader.read(file, ReadOptions.DEFAULT), file.toString());
    Files.writeString(file, "1,2\n3," + "x".repeat(500) + "\n");
    DataException e =
        assertThrows(DataException.class, () -> MatrixReader.read(file, ReadOptions.DEFAULT));
    String said = String.valueOf(e.getMessage()).replace(file.toString(), "");
    assertTrue(said.length() < 150, said);
  }

  @Test
  void writtenFilesComeBack() throws IOException {
    Matrix x = Matrices.random(50, 7, 40, 5);
    List<String> names = List.of("a", "b,c", "d\"e", "f\ng", " h", "ü", "7");
    for (String name : new String[] {"w.csv", "w.tsv"}) {
      Path file = folder.resolve(name);
      CsvWriter.write(x, names, file);
      Dataset back =
          MatrixReader.read(
              file,
              ReadOptions.DEFAULT.withLayout(
                  TableLayout.DETECTED.withHeader(TableLayout.Header.PRESENT)));
      Matrices.assertSame(x, back.x());
      assertEquals(List.of("a", "b,c", "d\"e", "f\ng", "h", "ü", "7"), back.columnNames());
      CsvWriter.write(x, null, file);
      assertNull(MatrixReader.read(file, ReadOptions.DEFAULT).columnNames());
    }
    assertEquals("1.5\t-2.0\n", text(Dense.wrap(1, 2, new double[] {1.5, -2})));
  }

  private String text(Dense m) throws IOException {
    Path file = folder.resolve("dense.tsv");
    CsvWriter.write(m, null, null, file);
    return Files.readString(file);
  }

  private Dataset read(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.write(file, text.getBytes(StandardCharsets.UTF_8));
    return MatrixReader.read(file, ReadOptions.DEFAULT);
  }
}
