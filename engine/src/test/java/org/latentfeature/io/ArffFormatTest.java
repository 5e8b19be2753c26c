package org.latentfeature.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.Failures;
import org.latentfeature.data.Matrices;
import org.latentfeature.data.MatrixShape;

class ArffFormatTest {

  private static final String HEADER =
      """
      % made by hand

      @RELATION 'a test: -C 2'
      @attribute Att1 numeric
      @ATTRIBUTE "second one" REAL
      @attribute 'it\\'s' {0,1}
      @attribute day date "yyyy"
      @attribute class {u, 'v w'}
      @data
      """;

  private static final String ROWS = "1.5,-2,0,2001,u\n% a remark\n3.25, 4 ,1,2002,'v w'\n";

  @TempDir Path folder = Path.of("");

  private Dataset read(String text, ReadOptions options) throws IOException {
    Path path = Files.writeString(folder.resolve("x.arff"), text);
    Dataset data = MatrixReader.read(path, options);
    assertEquals(
        new MatrixShape(data.rows().rows(), data.rows().cols()), MatrixReader.shape(path, options));
    return data;
  }

  private static ReadOptions layout(String ids, String label) {
    return ReadOptions.DEFAULT.withLayout(
        TableLayout.DETECTED.withColumns(ids, List.of(label), List.of()));
  }

  @Test
  void numbersAndTruthAreX() throws IOException {
    Dataset data = read(HEADER + ROWS, layout("day", "class"));
    assertArrayEquals(new float[][] {{1.5f, -2, 0}, {3.25f, 4, 1}}, Matrices.toArray(data.x()));
    assertEquals(List.of("Att1", "second one", "it's"), data.columnNames());
    assertEquals(List.of("2001", "2002"), data.ids());
    assertEquals(List.of("u", "v w"), data.labels().get("class"));
    Failures.assertSays(
        () -> read(HEADER + ROWS, ReadOptions.DEFAULT), "column \"day\"", "not a number");
  }

  @Test
  void rowsInBracesNameWhatIsNotZero() throws IOException {
    Dataset data =
        read(HEADER + "{0 7, 2 1, 4 'v w'}\n{}\n{1 -2.5,3 2003}\n", layout("day", "class"));
    assertArrayEquals(
        new float[][] {{7, 0, 1}, {0, 0, 0}, {0, -2.5f, 0}}, Matrices.toArray(data.x()));
    assertEquals(List.of("0", "0", "2003"), data.ids());
    // What a row in braces leaves out is the first of a list of values.
    assertEquals(List.of("v w", "u", "u"), data.labels().get("class"));
    assertEquals(7, read(HEADER + "{0\t7}\n", layout("day", "class")).x().get(0, 0));
    Failures.assertSays(
        () -> read(HEADER + "{9 1}\n", layout("day", "class")), "line 10", "0 to 4");
  }

  @Test
  void longNamesAreRead() throws IOException {
    String name = "n".repeat(100_000);
    Dataset data = read("@attribute '" + name + "' real\n@data\n1\n", ReadOptions.DEFAULT);
    assertEquals(List.of(name), data.columnNames());
  }

  @Test
  void aQuestionMarkIsMissing() throws IOException {
    String text = HEADER + "?,2,0,2001,?\n";
    Failures.assertSays(() -> read(text, layout("day", "class")), "row 1, column \"Att1\"");
    Dataset data = read(text, layout("day", "class").withMissing(MissingCode.NAN));
    assertArrayEquals(new float[][] {{Float.NaN, 2, 0}}, Matrices.toArray(data.x()));
    assertEquals(List.of(""), data.labels().get("class"));
  }

  @Test
  void whatIsWrongIsNamedByLine() {
    ReadOptions options = layout("day", "class");
    Failures.assertSays(() -> read(HEADER + "1,2,0\n", options), "line 10 of", "3 values", "5");
    Failures.assertSays(
        () -> read(HEADER + "1,x,0,2001,u\n", options), "line 10 of", "\"second one\"", "\"x\"");
    Failures.assertSays(() -> read("@relation x\n1,2\n", options), "line 2 of", "@attribute");
    Failures.assertSays(
        () -> read("@relation x\n@attribute a numeric\n", options), "no line @data");
    Failures.assertSays(() -> read("@attribute a\n@data\n", options), "line 1 of", "a type");
    Failures.assertSays(() -> read(HEADER, options), "no rows");
  }
}
