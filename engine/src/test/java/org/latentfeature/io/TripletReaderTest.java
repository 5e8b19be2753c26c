package org.latentfeature.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.Failures;
import org.latentfeature.data.Matrices;
import org.latentfeature.data.MatrixShape;

/** Tables whose lines are single entries. */
class TripletReaderTest {

  private static final TableLayout TRIPLETS = TableLayout.DETECTED.withTriplets(true);
  private static final ReadOptions OPTIONS = ReadOptions.DEFAULT.withLayout(TRIPLETS);

  private static final float NAN = Float.NaN;

  @TempDir Path folder = Path.of("");

  @Test
  void whatHasNoLineIsMissing() throws IOException {
    Dataset data = read("user,film,rating\nbob,9,1\nann,10,2.5\nann,9,-3\n", OPTIONS);
    assertArrayEquals(new float[][] {{-3, 2.5f}, {1, NAN}}, Matrices.toArray(data.x()));
    assertEquals(List.of("9", "10"), data.columnNames());
    assertEquals(List.of("ann", "bob"), data.ids());
    assertEquals("user", data.idColumn());
    assertEquals(new MatrixShape(2, 2), MatrixReader.shape(folder.resolve("x.csv"), OPTIONS));
  }

  @Test
  void aFileWithoutHeaderBeginsWithAnEntry() throws IOException {
    Dataset data = read("bob\tAlien\t1\nann\tBrazil\t2\n", OPTIONS);
    assertArrayEquals(new float[][] {{NAN, 2}, {1, NAN}}, Matrices.toArray(data.x()));
    assertEquals(List.of("ann", "bob"), data.ids());
    assertEquals("row", data.idColumn());
    Dataset numbers = read("7,1,3\n10,2,4\n", OPTIONS);
    assertEquals(List.of("7", "10"), numbers.ids());
    Dataset named = read("1,2,3\na,b,4\n", OPTIONS.withLayout(withHeader()));
    assertEquals(List.of("b"), named.columnNames());
    assertEquals("1", named.idColumn());
  }

  private static TableLayout withHeader() {
    return TRIPLETS.withHeader(TableLayout.Header.PRESENT);
  }

  @Test
  void theOrderOfLinesDoesNotMatter() throws IOException {
    List<String> lines = List.of("10,b,1", "9,a,2", "x,a,3", "-1,c,4", "9,10,5", "01,c,6", "1,c,7");
    float[][] before = Matrices.toArray(read(String.join("\n", lines), OPTIONS).x());
    List<String> backwards =
        IntStream.range(0, lines.size()).mapToObj(i -> lines.get(lines.size() - 1 - i)).toList();
    Dataset again = read(String.join("\n", backwards), OPTIONS);
    assertArrayEquals(before, Matrices.toArray(again.x()));
    assertEquals(List.of("-1", "01", "1", "9", "10", "x"), again.ids());
    assertEquals(List.of("10", "a", "b", "c"), again.columnNames());
  }

  @Test
  void otherColumnsAreLeftOut() throws IOException {
    String text = "user,film,rating,time\na,x,1,800\nb,y,2,900\n";
    says(
        text,
        TRIPLETS,
        "has 4 columns, but triplets have three",
        "TableLayout.entryColumns row,column,value,-",
        "a TableLayout of rows");
    says(
        "a,x,1,800\nb,y,2,900\n",
        TRIPLETS,
        "has 4 columns",
        "TableLayout.entryColumns row,column,value,-");
    says("a,1\nb,2\n", TRIPLETS, "has 2 columns", "a TableLayout of rows");
    for (String time : List.of("time", "4")) {
      Dataset data =
          read(text, OPTIONS.withLayout(TRIPLETS.withColumns(null, List.of(), List.of(time))));
      assertArrayEquals(new float[][] {{1, NAN}, {NAN, 2}}, Matrices.toArray(data.x()));
    }
    Dataset indexed = read(",u,f,r\n0,a,x,1\n1,b,y,2\n", OPTIONS);
    assertEquals(List.of("a", "b"), indexed.ids());
    TableLayout ids = TRIPLETS.withColumns("user", List.of(), List.of());
    says("user,film,rating\na,x,1\n", ids, "first column names the rows", "drop TableLayout.ids");
    TableLayout labels = TRIPLETS.withColumns(null, List.of("1"), List.of());
    says("user,film,rating\na,x,1\n", labels, "drop TableLayout.labels");
  }

  @Test
  void badLinesAreNamed() throws IOException {
    String first = "user,film,rating\na,x,1\n\n";
    says(first + "b,x,2\na,x,1\n", TRIPLETS, "line 5 of", "second", "row \"a\"", "column \"x\"");
    says(first + "b,x\n", TRIPLETS, "line 4 of", "has 2 cells, expected 3");
    says(first + ",x,1\n", TRIPLETS, "line 4, column 1 (\"user\")", "must name the row");
    says(first + "b, ,1\n", TRIPLETS, "line 4, column 2 (\"film\")", "must name the column");
    says(first + "b,x,good\n", TRIPLETS, "line 4, column 3 (\"rating\")", "\"good\", not a number");
    says(first + "b,x,NA\n", TRIPLETS, "line 4", "\"NA\", a missing value", "remove the line");
    says(first + "b,x,inf\n", TRIPLETS, "line 4", "\"inf\"", "3.4e38", "remove the line");
    says("a,x,3x\nb,x,1\n", TRIPLETS, "line 1, column 3", "nearly a number", "Header.PRESENT");
    says("user,film,rating\n", TRIPLETS, "has a header but no entries");
    says("", TRIPLETS, "is empty");
  }

  @Test
  void valuesAreScaledAndCodesAreMissing() throws IOException {
    ReadOptions coded = OPTIONS.withScaleBy(.5).withMissing(MissingCode.of(-9));
    Dataset data = read("a,x,4\na,y,-9\nb,y,3\n", coded);
    assertArrayEquals(new float[][] {{2, NAN}, {NAN, 1.5f}}, Matrices.toArray(data.x()));
    says("a,x,1e38\n", OPTIONS.withScaleBy(100), "scaled by 100.0");
  }

  @Test
  void aMatrixThatDoesNotFitIsRefusedBeforeItIsMade() throws IOException {
    String text =
        IntStream.range(0, 200_000)
            .mapToObj(i -> i + "," + i + ",1\n")
            .collect(Collectors.joining());
    says(
        text,
        TRIPLETS,
        "200,000 different rows and 200,000 different columns",
        "152,588 MiB",
        "with the most entries");
  }

  @Test
  void otherFormatsHaveNoTriplets() throws IOException {
    Path file = Files.writeString(folder.resolve("x.libsvm"), "1 1:2\n");
    Failures.assertSays(
        () -> MatrixReader.read(file, OPTIONS), "is not a table of text", "TableLayout.triplets");
  }

  private Dataset read(String text, ReadOptions options) throws IOException {
    return MatrixReader.read(Files.writeString(folder.resolve("x.csv"), text), options);
  }

  private void says(String text, TableLayout layout, String... parts) throws IOException {
    says(text, OPTIONS.withLayout(layout), parts);
  }

  private void says(String text, ReadOptions options, String... parts) throws IOException {
    Path file = Files.writeString(folder.resolve("x.csv"), text);
    Failures.assertSays(() -> MatrixReader.read(file, options), parts);
  }
}
