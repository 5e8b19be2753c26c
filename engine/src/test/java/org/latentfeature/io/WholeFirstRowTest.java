package org.latentfeature.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.Failures;

/** A first row of numbers that may be the header. */
class WholeFirstRowTest {

  private static final String FRACTIONS = "1.5,2.25,-3.1\n0.2,4.75,1.1\n9.9,2.5,6.3\n";

  @TempDir Path folder = Path.of("");

  @ParameterizedTest
  @ValueSource(
      strings = {"2001,2002,2003", "1990,2000,2010", "0,1,2", "3,2,1", "1,2,3", "400,402,404"})
  void namesOverFractionsAreRefused(String names) throws IOException {
    String rows = FRACTIONS + "0.1,0.2,0.4\n0.4,0.2,0.5\n";
    for (char separator : new char[] {',', ';', '\t'}) {
      String text = (names + "\n" + rows).replace(',', separator);
      says(text, "line 1 of", names.split(",", -1)[1], "Header.PRESENT", "Header.ABSENT");
      Dataset named = read(text, TableLayout.Header.PRESENT);
      assertEquals(List.of(names.split(",", -1)), named.columnNames());
      assertEquals(5, named.x().rows());
      Dataset data = read(text, TableLayout.Header.ABSENT);
      assertNull(data.columnNames());
      assertEquals(6, data.x().rows());
    }
  }

  @Test
  void fewRowsUnderASequenceAreRefusedToo() {
    says("2001,2002,2003\n" + FRACTIONS, "2001, 2002, 2003", "Header.PRESENT");
    says("2001,2002\n1.25,2.125\n1.375,3.5625\n", "2001, 2002", "Header.PRESENT");
    says("2001,2002,2003,2004,2005\n1.5,2.5,1.1,.1,-.1\n", "2001, 2002, 2003, …", "Header.PRESENT");
  }

  @Test
  void someColumnsOfWholeNumbersHideNoHeader() {
    says(
        "2001,2002,2003,2004\n" + rows(20, i -> i + ",0." + i + ",1." + i + ",7"),
        "Header.PRESENT");
    says("5,7,11\n" + rows(40, i -> i % 4 + ",0." + i + "5,1." + i), "Header.PRESENT");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2001,2002,2003\n5,3,2\n6,1,3\n7,8,1\n0,2,5\n4,4,4\n",
        "1,2,3\n4,5,6\n7,8,9\n",
        "101,7,350\n1.5,2.25,-3.1\n0.2,4.75,1.1\n9.9,2.5,6.3\n",
        "0,1\n0.01,0.99990\n0.02,0.99960\n0.03,0.99910\n",
        "1,2,3\n-4.5,5e-1,+6\n",
        "1,2\n1.5,2.5\n0.5,3.5\n",
        "7\n1.5\n2.5\n3.5\n4.5\n5.5\n",
        "0,0,0\n0.1,0.2,0.3\n0.2,0.1,0.6\n0.2,0.3,0.1\n0.6,0.6,0.1\n0.4,0.2,0.2\n",
        "1.0,2.0,3.0\n0.1,0.2,0.3\n0.2,0.1,0.6\n0.2,0.3,0.1\n0.6,0.6,0.1\n0.4,0.2,0.2\n",
        "2001,2002,2003.5\n0.1,0.2,0.3\n0.2,0.1,0.6\n0.2,0.3,0.1\n0.6,0.6,0.1\n",
        "1,2,3\n",
      })
  void dataAreRead(String text) throws IOException {
    Dataset data = read(text, TableLayout.Header.DETECTED);
    assertNull(data.columnNames());
    assertEquals(text.lines().count(), data.x().rows());
  }

  @Test
  void tablesOfWholeNumbersAreReadWhateverTheirSize() throws IOException {
    Random random = new Random(3);
    for (int cols : new int[] {2, 10, 300}) {
      String text =
          IntStream.range(1900, 1900 + cols).mapToObj(j -> "" + j).collect(Collectors.joining(","))
              + "\n"
              + rows(
                  12,
                  i ->
                      IntStream.range(0, cols)
                          .mapToObj(j -> "" + random.nextInt(2000))
                          .collect(Collectors.joining(",")));
      assertEquals(13, read(text, TableLayout.Header.DETECTED).x().rows());
    }
  }

  @Test
  void roundedDataAreRead() throws IOException {
    Random random = new Random(5);
    int refused = 0;
    for (int trial = 0; trial < 200; trial++) {
      // As %g writes numbers of one decimal: a tenth of them are whole.
      String text =
          rows(
              30,
              i ->
                  IntStream.range(0, 3)
                      .mapToObj(j -> tenths(random.nextInt(100)))
                      .collect(Collectors.joining(",")));
      try {
        assertEquals(30, read(text, TableLayout.Header.DETECTED).x().rows());
      } catch (DataException e) {
        refused++;
      }
    }
    assertEquals(0, refused, 1);
  }

  private static String tenths(int value) {
    return value % 10 == 0
        ? Integer.toString(value / 10)
        : String.format(Locale.ROOT, "%.1f", value / 10.);
  }

  @Test
  void missingCellsTellNothing() throws IOException {
    String text = "2001,2002,2003\n" + rows(9, i -> "0." + i + ",," + i + ".5");
    Path file = Files.writeString(folder.resolve("x.csv"), text);
    ReadOptions missing = ReadOptions.DEFAULT.withMissing(MissingCode.NAN);
    Failures.assertSays(() -> MatrixReader.read(file, missing), "Header.PRESENT");
  }

  @Test
  void columnsThatAreLeftOutTellNothing() throws IOException {
    String text = "2001,2002\n" + rows(30, i -> "0." + i + "," + i);
    TableLayout drop = TableLayout.DETECTED.withColumns(null, List.of(), List.of("1"));
    Path file = Files.writeString(folder.resolve("x.csv"), text);
    assertEquals(31, MatrixReader.read(file, ReadOptions.DEFAULT.withLayout(drop)).x().rows());
  }

  private static String rows(int count, IntFunction<String> row) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(i -> row.apply(i) + "\n")
        .collect(Collectors.joining());
  }

  private Dataset read(String text, TableLayout.Header header) throws IOException {
    Path file = Files.writeString(folder.resolve("x.csv"), text);
    return MatrixReader.read(
        file, ReadOptions.DEFAULT.withLayout(TableLayout.DETECTED.withHeader(header)));
  }

  private void says(String text, String... parts) {
    Failures.assertSays(() -> read(text, TableLayout.Header.DETECTED), parts);
  }
}
