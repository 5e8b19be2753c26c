package org.latentfeature.io;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.Matrix;

class TextCellTest {

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "=1+1",
        "+cmd|' /C calc'!A0",
        "-log10(p)",
        "@SUM(A1)",
        "\t=1",
        "\r=1",
        "＝1",
        "'=1",
        "''@x",
        "-",
        "-nan"
      })
  void whatASpreadsheetWouldRunGetsAnApostrophe(String text) {
    assertEquals("'" + text, TextCell.guarded(text));
    assertEquals(text, TextCell.plain("'" + text));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "height",
        "a=b",
        "-1",
        "+3.5e-7",
        "-1.0E-5",
        "-inf",
        "'quoted'",
        "'-1",
        "''",
        "\"\""
      })
  void otherTextAndNumbersStayAsTheyAre(String text) {
    assertEquals(text, TextCell.guarded(text));
    assertEquals(text, TextCell.plain(text));
  }

  @Test
  void namesComeBackAndNumbersAreLeftAlone() throws Exception {
    List<String> names = List.of("=HYPERLINK(\"http://x\")", "'=a", "-b", "plain");
    Matrix x = Matrix.of(new float[][] {{-1, 2, -3e-7f, 4}, {1, -2, 3, -4}});
    for (String name : List.of("x.csv", "x.tsv")) {
      Path file = folder.resolve(name);
      CsvWriter.write(x, names, file);
      List<String> lines = Files.readAllLines(file);
      assertEquals(-1, lines.get(1).indexOf('\''), lines.get(1));
      assertEquals("\"'=HYPERLINK(\"\"http://x\"\")\"", lines.get(0).split("[,\t]", -1)[0]);
      Dataset back = MatrixReader.read(file, ReadOptions.DEFAULT);
      assertEquals(names, back.columnNames());
      assertEquals(-3e-7f, back.x().get(0, 2));
    }
  }
}
