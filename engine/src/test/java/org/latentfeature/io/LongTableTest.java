package org.latentfeature.io;

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
import org.latentfeature.data.Failures;
import org.latentfeature.data.Matrix;

/** Which column of a long table is advised to be left out: never that of the values. */
class LongTableTest {

  private static final Pattern DROP = Pattern.compile("TableLayout\\.dropped (\\S+),");

  @TempDir Path folder = Path.of("");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "user,film,rating,time|ann,x,4.5,800|time",
        "day,user,film,value|5,ann,x,4.5|day",
        "timestamp,user,film,Score|5,ann,x,4.5|timestamp",
        "user,timestamp,film,count|ann,5,x,4.5|timestamp",
        "index,user,film,stars,date|1,ann,x,4.5,2024-01-01|index,date",
        "gene,cell,expression,batch|g,c,4.5,b|batch",
        "user,film,grade,timestamp|ann,x,4.5,881250949|timestamp",
        "ann,x,4.5,881250949||4",
        "881250949,ann,x,4.5||1",
        "196,242,4.5,881250949||4",
        "ann,x,2001,4.5||3",
        "ann,x,4.5,a,b||4,5",
      })
  void theOthersAreLeftOut(String first, String second, String drop) throws IOException {
    String text = second == null ? first + "\n" : first + "\n" + second + "\n";
    String said = refusal(text);
    assertTrue(said.contains("columns, but triplets have three"), said);
    Matcher matcher = DROP.matcher(said);
    assertTrue(matcher.find(), said);
    assertEquals(drop, matcher.group(1));
    List<String> dropped = List.of(drop.split(",", -1));
    Matrix x = read(text, dropped);
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
    assertTrue(said.contains("leave out 1 of the columns"), said);
    assertTrue(!DROP.matcher(said).find(), said);
    assertTrue(
        said.contains("TableLayout.dropped") && !said.contains("TableLayout.dropped value"), said);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "value,user,film\n4.5,7,8\n",
        "user,rating,film\n7,4.5,8\n",
        "value,user,film,time\n4.5,7,8,9\n",
        "user,rating,film,time\n7,4.5,8,9\n",
      })
  void valuesThatAreNotLastAreRefused(String text) {
    String said = refusal(text);
    assertTrue(said.contains("triplets are row, column and value in this order"), said);
    assertTrue(said.matches("(?s).*has its values in column (value|rating), .*"), said);
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

  private Matrix read(String text, List<String> dropped) throws IOException {
    TableLayout layout =
        TableLayout.DETECTED.withTriplets(true).withColumns(null, List.of(), dropped);
    return MatrixReader.read(
            Files.writeString(folder.resolve("x.csv"), text),
            ReadOptions.DEFAULT.withLayout(layout))
        .x();
  }
}
