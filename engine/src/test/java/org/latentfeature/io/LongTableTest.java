package org.latentfeature.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.Failures;
import org.latentfeature.data.Matrices;
import org.latentfeature.data.Matrix;

/**
 * The order of the columns of a long table, and the advice on it: the values are never left out.
 */
class LongTableTest {

  private static final Pattern ORDER =
      Pattern.compile("pass TableLayout\\.entryColumns (\\S+), or");

  @TempDir Path folder = Path.of("");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "user,film,rating,time|ann,x,4.5,800|row,column,value,-",
        "day,user,film,value|5,ann,x,4.5|-,row,column,value",
        "timestamp,user,film,Score|5,ann,x,4.5|-,row,column,value",
        "user,timestamp,film,count|ann,5,x,4.5|row,-,column,value",
        "index,user,film,stars,date|1,ann,x,4.5,2024-01-01|-,row,column,value,-",
        "gene,cell,expression,batch|g,c,4.5,b|row,column,value,-",
        "user,film,grade,timestamp|ann,x,4.5,881250949|row,column,value,-",
        "ann,x,4.5,881250949||row,column,value,-",
        "881250949,ann,x,4.5||-,row,column,value",
        "196,242,4.5,881250949||row,column,value,-",
        "ann,x,2001,4.5||row,column,-,value",
        "ann,x,4.5,a,b||row,column,value,-,-",
        "value,user,film|4.5,7,8|value,row,column",
        "user,rating,film|7,4.5,8|row,value,column",
        "value,user,film,time|4.5,7,8,9|value,row,column,-",
        "user,rating,film,time|7,4.5,8,9|row,value,column,-",
      })
  void theOrderIsAdvised(String first, String second, String order) throws IOException {
    String text = second == null ? first + "\n" : first + "\n" + second + "\n";
    String said = refusal(text);
    assertTrue(said.contains("but triplets "), said);
    Matcher matcher = ORDER.matcher(said);
    assertTrue(matcher.find(), said);
    assertEquals(order, matcher.group(1));
    Matrix x = read(text, List.of(order.split(",", -1)));
    assertEquals(1, x.rows() * x.cols());
    assertEquals(4.5f, x.get(0, 0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "user,film,genre,value\nann,x,a,4.5\n",
        "a,b,c,d\nann,x,y,4.5\n",
        "user,film,count,rating\nann,x,1,4.5\n",
        "1,196,242,3\n2,186,302,3\n",
      })
  void whatIsNotKnownIsNotAdvised(String text) {
    String said = refusal(text);
    assertTrue(!ORDER.matcher(said).find(), said);
    assertTrue(said.contains("say what each column is, such as TableLayout.entryColumns"), said);
  }

  /** Ratings as MovieLens has them, with tabs or two colons and times. */
  @ParameterizedTest
  @ValueSource(strings = {"\t", "::"})
  void ratingsWithTimes(String separator) throws IOException {
    String lines = "196,242,3,881250949\n186,302,3,891717742\n196,302,1,878887116\n";
    Path file = Files.writeString(folder.resolve("u.data"), lines.replace(",", separator));
    TableLayout layout =
        TableLayout.DETECTED.withEntryColumns(List.of("row", "column", "value", "-"));
    Dataset data =
        MatrixReader.read(file, ReadOptions.DEFAULT.withFormat("csv").withLayout(layout));
    assertEquals(List.of("186", "196"), data.ids());
    assertEquals(List.of("242", "302"), data.columnNames());
    assertArrayEquals(new float[][] {{Float.NaN, 3}, {3, 1}}, Matrices.toArray(data.x()));
    TableLayout three = TableLayout.DETECTED.withEntryColumns(List.of("value", "row", "column"));
    Failures.assertSays(
        () -> MatrixReader.read(file, ReadOptions.DEFAULT.withFormat("csv").withLayout(three)),
        "u.data has 4 columns, but TableLayout.entryColumns has 3: value,row,column");
  }

  @ParameterizedTest
  @ValueSource(strings = {"row,column", "row,column,value,value", "row,column,rating", "-", ""})
  void otherColumnsAreRefused(String columns) {
    assertThrows(
        IllegalArgumentException.class,
        () -> TableLayout.DETECTED.withEntryColumns(List.of(columns.split(",", -1))));
  }

  @Test
  void aMatrixWithTwoNamesInARowMayBeTriplets() throws IOException {
    Path file = Files.writeString(folder.resolve("x.csv"), "user,film,value\nann,x,4.5\n");
    Failures.assertSays(
        () -> MatrixReader.read(file, ReadOptions.DEFAULT),
        "\"ann\", not a number",
        "TableLayout.triplets");
    assertEquals(4.5f, read(Files.readString(file), List.of()).get(0, 0));
    Files.writeString(file, "user,age,value\nann,30,4.5\n");
    DataException e =
        assertThrows(DataException.class, () -> MatrixReader.read(file, ReadOptions.DEFAULT));
    assertTrue(!String.valueOf(e.getMessage()).contains("TableLayout.triplets"), e::getMessage);
  }

  private String refusal(String text) {
    DataException e = assertThrows(DataException.class, () -> read(text, List.of()));
    return String.valueOf(e.getMessage());
  }

  private Matrix read(String text, List<String> columns) throws IOException {
    TableLayout layout = TableLayout.DETECTED.withTriplets(true).withEntryColumns(columns);
    return MatrixReader.read(
            Files.writeString(folder.resolve("x.csv"), text),
            ReadOptions.DEFAULT.withLayout(layout))
        .x();
  }
}
