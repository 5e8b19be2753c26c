package org.latentfeature.io;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.Failures;
import org.latentfeature.data.Matrices;

/** Tables as other programs write them are read, or the message says what makes them readable. */
class TableTextTest {

  private static final float[][] X = {{1.5f, -2}, {3.25f, 4}, {5, -6.5f}};

  /** A command in a message. */
  private static final Pattern COMMAND =
      Pattern.compile("(?:: |, )(\\w+ [^:]*OLD > NEW(\\.\\w+)?)");

  @TempDir Path folder = Path.of("");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1.5  -2\n3.25 4\n5 -6.5\n",
        "1.5 -2\n3.25 4\n   5   -6.5\n",
        " 1.5 -2\n3.25 4\n5 -6.5\n",
        "1.5 -2 \n3.25 4 \n5 -6.5 \n",
        " 1.5 -2\r\n 3.25 4\r\n 5 -6.5\r\n",
        "\ufeff1.5   -2\n 3.25   4\n 5   -6.5\n",
      })
  void alignedNumbers(String text) throws IOException {
    assertReads("x.txt", text);
    assertReads("x.csv", text);
    assertReads("x.tsv", text);
  }

  @Test
  void alignedNumbersUnderAHeader() throws IOException {
    Dataset named = read("x.txt", "a     b\n1.5  -2\n3.25  4\n5  -6.5\n");
    assertArrayEquals(X, Matrices.toArray(named.x()));
    assertEquals(List.of("a", "b"), named.columnNames());
    Dataset indexed = read("x.txt", "   a     b\n u 1.5  -2\n v 3.25  4\n w 5  -6.5\n");
    assertArrayEquals(X, Matrices.toArray(indexed.x()));
    assertEquals(List.of("u", "v", "w"), indexed.ids());
    Dataset quoted = read("x.txt", "\"a  x\"  \"b\"\"\"  \n 1.5  -2\n3.25   4\n5 -6.5");
    assertEquals(List.of("a  x", "b\""), quoted.columnNames());
    assertArrayEquals(X, Matrices.toArray(quoted.x()));
  }

  @Test
  void longAlignedTablesKeepTheirLines() throws IOException {
    StringBuilder text = new StringBuilder("# of a simulation\n\n");
    for (int i = 0; i < 20_000; i++) {
      text.append(" ".repeat(i % 7)).append(i).append(" ".repeat(1 + i % 5)).append(-i);
      text.append(i % 3 == 0 ? "  \r\n" : "\n").append(i % 1000 == 0 ? "#  5  6\n" : "");
    }
    Dataset data = read("x.txt", text.toString());
    assertEquals(20_000, data.x().rows());
    for (int i = 0; i < 20_000; i++) {
      assertEquals(i, data.x().get(i, 0));
      assertEquals(-i, data.x().get(i, 1));
    }
    String wrong = text.toString().replace("19998   ", "x   ");
    long line = wrong.substring(0, wrong.indexOf("x   ")).lines().count();
    Failures.assertSays(() -> read("x.txt", wrong), "line " + line + ", column 1");
  }

  @Test
  void blanksThatAreNoCellsAreStillRead() throws IOException {
    Dataset indexed = read("x.txt", " a b\nu 1.5 -2\nv 3.25 4\nw 5 -6.5\n");
    assertEquals(List.of("u", "v", "w"), indexed.ids());
    assertArrayEquals(X, Matrices.toArray(indexed.x()));
    assertReads("x.txt", "1.5 -2\n   \n3.25 4\n\n5 -6.5\n");
    assertReads("x.csv", "1.5,  -2\n3.25 , 4\n   5, -6.5\n");
    assertReads("x.tsv", "1.5\t  -2\n3.25\t4 \n 5\t-6.5\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "# exported 2024\n# by x\n",
        "# exported 2024, by x\n",
        "# a, b and c\n",
        "% of MATLAB\n",
        "//\n// x\n",
        "\n#\n\n#\n",
        "\ufeff# with a mark\n",
        "##a,b\n#c,d\n",
      })
  void comments(String lines) throws IOException {
    for (String separator : List.of(",", ";", "\t")) {
      String name = separator.equals("\t") ? "x.tsv" : "x.csv";
      String text = lines + "a,b\n1.5,-2\n3.25,4\n5,-6.5\n";
      Dataset data = read(name, text.replace(",", separator));
      assertArrayEquals(X, Matrices.toArray(data.x()), text);
      assertEquals(List.of("a", "b"), data.columnNames());
    }
    assertReads("x.txt", lines + "1.5 -2\n3.25 4\n5 -6.5\n");
  }

  @Test
  void aTableThatBeginsWithACommentMayHaveOthers() throws IOException {
    assertReads("x.csv", "# x, y, z\na,b\n1.5,-2\n# 3,4\n3.25,4\n5,-6.5\n#end\n");
    assertReads("x.csv", "// x, y, z\na,b\n1.5,-2\n//\n3.25,4\n5,-6.5\n//");
    // A comment within quotes is a cell.
    ReadOptions ids =
        ReadOptions.DEFAULT.withLayout(
            TableLayout.DETECTED.withColumns("id", List.of(), List.of()));
    String quoted = "# x\nid,b\n\"u\n# v\",3\n\"# w\",4\n#,5\n";
    Dataset data = MatrixReader.read(write("x.csv", quoted, UTF_8), ids);
    assertEquals(List.of("u\n# v", "# w"), data.ids());
  }

  @Test
  void laterComments() throws IOException {
    mends("x.csv", "a,b\n1.5,-2\n# a pause\n3.25,4\n5,-6.5\n#end\n", "line 3 of", "is a comment");
    mends("x.csv", "1.5,-2\n3.25,4\n5,-6.5\n% end\n", "line 4 of", "is a comment", "'^%'");
  }

  @Test
  void aNameMayBeginAsACommentDoes() throws IOException {
    for (String name : List.of("#id", "# of rooms", "% change", "//")) {
      Dataset data = read("x.csv", name + ",b\n1.5,-2\n3.25,4\n5,-6.5\n");
      assertEquals(List.of(name, "b"), data.columnNames());
      assertArrayEquals(X, Matrices.toArray(data.x()));
    }
    assertReads("x.csv", "\"# x\",\"b\"\n1.5,-2\n3.25,4\n5,-6.5\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"sep=,", "SEP=;", "\"sep=;\"", "\ufeffsep=\t", "sep=,\r", "\nsep=;", "sep="})
  void excel(String line) throws IOException {
    for (char separator : new char[] {',', ';', '\t'}) {
      String text = "a,b\n1.5,-2\n3.25,4\n5,-6.5\n".replace(',', separator);
      boolean isRight = line.indexOf(separator) >= 0 || line.strip().endsWith("=");
      if (isRight) {
        assertReads(separator == '\t' ? "x.tsv" : "x.csv", line + "\n" + text);
      }
    }
  }

  @Test
  void excelDecidesBetweenSeparators() throws IOException {
    Dataset data = read("x.csv", "sep=;\n1,5;2\n3,25;4\n");
    assertArrayEquals(new float[][] {{1.5f, 2}, {3.25f, 4}}, Matrices.toArray(data.x()));
    assertReads("x.csv", "sep=|\na|b\n1.5|-2\n3.25|4\n5|-6.5\n");
  }

  @Test
  void rowNamesAsOfR() throws IOException {
    for (String separator : List.of(" ", ",", "\t", ";")) {
      for (String quote : List.of("", "\"")) {
        String text =
            "'a' 'b'\n'u' 1.5 -2\n'v' 3.25 4\n'w' 5 -6.5\n"
                .replace("'", quote)
                .replace(" ", separator);
        Dataset data = read("x.txt", text);
        assertArrayEquals(X, Matrices.toArray(data.x()));
        assertEquals(List.of("u", "v", "w"), data.ids());
        assertEquals(List.of("a", "b"), data.columnNames());
      }
    }
  }

  @Test
  void aShortFirstLineOfNumbersIsNoHeader() {
    for (String text : List.of("1 2\n1 2 3\n4 5 6\n", "a,2\nu,2,3\nv,5,6\n")) {
      Failures.assertSays(() -> read("x.txt", text), "has 3 cells, expected 2", "sed");
    }
    ReadOptions data =
        ReadOptions.DEFAULT.withLayout(TableLayout.DETECTED.withHeader(TableLayout.Header.ABSENT));
    Failures.assertSays(
        () -> MatrixReader.read(write("x.txt", "a b\nu 1 2\nv 3 4\n", UTF_8), data),
        "line 1 of",
        "one cell fewer");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2024-01-01",
        "2024-01-01 00:05",
        "2024-01-01T00:05:00Z",
        "2024/01/31 1:05:00.5",
        "31.1.2024",
        "1/31/2024 13:05",
        "13:05",
        "13:05:00",
      })
  void timesInTheFirstColumnNameTheRows(String time) throws IOException {
    Dataset headed = read("x.csv", "when,a,b\nT,1.5,-2\nT,3.25,4\nT,5,-6.5\n".replace("T", time));
    assertArrayEquals(X, Matrices.toArray(headed.x()));
    assertEquals("when", headed.idColumn());
    assertEquals(List.of(time, time, time), headed.ids());
    Dataset bare = read("x.csv", "T,1.5,-2\nT,3.25,4\nT,5,-6.5\n".replace("T", time));
    assertArrayEquals(X, Matrices.toArray(bare.x()));
    assertEquals(List.of(time, time, time), bare.ids());
    ReadOptions other =
        ReadOptions.DEFAULT.withLayout(
            TableLayout.DETECTED.withColumns("n", List.of("when"), List.of()));
    Dataset named =
        MatrixReader.read(write("x.csv", "when,n,a\nT,u,-2\n".replace("T", time), UTF_8), other);
    assertEquals(List.of("u"), named.ids());
  }

  @Test
  void textInTheFirstColumnIsNoTime() {
    Failures.assertSays(() -> read("x.csv", "a,b\n12a,3\n13b,4\n"), "not a number");
    Failures.assertSays(() -> read("x.csv", "a,b\n3,2024-01-01\n4,2024-01-02\n"), "not a number");
  }

  @Test
  void separatorsAtTheEndOfRows() throws IOException {
    for (String separator : List.of(",", "\t", ";")) {
      mends(
          "x.txt",
          "a,b\r\n1.5,-2,\r\n3.25,4,\r\n5,-6.5,\r\n".replace(",", separator),
          "has 3 cells, expected 2",
          "end with a separator");
    }
  }

  @Test
  void rowsOfDifferentLengthsFollowNoRule() {
    Failures.assertSays(
        () -> read("x.csv", "a,b\n1,2,3\n4,5\n"), "line 2 of", "has 3 cells, expected 2");
    DataException e =
        assertThrows(DataException.class, () -> read("x.csv", "a,b\nu,2,3\nv,5,6\nw,7\n"));
    assertTrue(!String.valueOf(e.getMessage()).contains("write.table"), e::getMessage);
  }

  @Test
  void otherEncodings() throws IOException {
    String text = "größe,b\n1.5,-2\n3.25,4\n5,-6.5\n";
    for (String encoding : List.of("ISO-8859-1", "windows-1252")) {
      Path mended =
          mend("x.csv", text, Charset.forName(encoding), "line 1 of", "UTF-8", "iconv -f");
      Dataset data = MatrixReader.read(mended, ReadOptions.DEFAULT);
      assertEquals(List.of("größe", "b"), data.columnNames());
      assertArrayEquals(X, Matrices.toArray(data.x()));
    }
    String late = "name,a,b\nu,1.5,-2\nv,3.25,4\nwörd,5,-6.5\n";
    mend("x.csv", late, ISO_8859_1, "line 4 of", "not UTF-8");
    mend("x.csv", late.replace("u,", "u".repeat(100_000) + ","), ISO_8859_1, "line 4 of");
    for (Charset encoding : List.of(UTF_16LE, UTF_16BE)) {
      Path mended = mend("x.csv", text, encoding, "UTF-16");
      assertEquals(
          List.of("größe", "b"), MatrixReader.read(mended, ReadOptions.DEFAULT).columnNames());
    }
  }

  @Test
  void aByteOrderMarkTellsTheEncoding() throws IOException {
    for (String encoding : List.of("UTF-8", "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE")) {
      for (String separator : List.of(",", ";", "\t")) {
        Path file =
            write(
                "x.txt",
                "\ufeffgröße,b\n1.5,-2\n3.25,4\n5,-6.5\n".replace(",", separator),
                Charset.forName(encoding));
        Dataset data = MatrixReader.read(file, ReadOptions.DEFAULT);
        assertEquals(List.of("größe", "b"), data.columnNames());
        assertArrayEquals(X, Matrices.toArray(data.x()));
      }
    }
  }

  @Test
  void otherSeparators() throws IOException {
    for (String name : List.of("x.csv", "x.txt", "x.tsv")) {
      assertReads(name, "a|b\n1.5|-2\n3.25|4\n5|-6.5\n");
      assertReads(name, "a;b\n1.5;-2\n3.25;4\n5;-6.5\n");
      assertReads(name, "1.5::-2\n3.25::4\n5::-6.5\n");
      assertReads(name, "1.5 -2\n3.25 4\n5 -6.5\n");
    }
    assertReads("x.csv", "a,b\n1.5,-2\n3.25,4\n5,-6.5\n");
    // Decimal commas, or cells: only the file's author knows.
    Failures.assertSays(() -> read("x.tsv", "1,5\n3,25\n"), "nearly a number");
  }

  @Test
  void ratingsWithTimeStamps() throws IOException {
    for (String separator : List.of("::", "\t", ",", "|")) {
      String text = "7::31::4::978300760\n7::12::3::978302109\n9::31::5::978301968\n";
      Path file = write("u.data", text.replace("::", separator), UTF_8);
      ReadOptions options =
          ReadOptions.DEFAULT
              .withFormat(separator.equals("\t") ? "tsv" : "csv")
              .withLayout(
                  TableLayout.DETECTED
                      .withTriplets(true)
                      .withColumns(null, List.of(), List.of("4")));
      Dataset data = MatrixReader.read(file, options);
      assertArrayEquals(
          new float[][] {{3, 4}, {Float.NaN, 5}}, Matrices.toArray(data.x()), separator);
      assertEquals(List.of("12", "31"), data.columnNames());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "F I1 0 0 0 -9 A A C T\nF I2 0 0 1 -9 0 0 C C\n",
        "F\tI1\t0\t0\t1\t1.5\tA\tA\tC\tT\nF\tI2\t0\t0\t1\t2\tA\tC\tC\tC\n",
        "1 1 I3 I4 2 2 0 0 C T\n1 2 0 0 1 -9 A C C C\n",
        "F  I1  0  0  0  -9  A A  C T\n",
        "F I1 0 0 0 -9 A\tA\tC\tT\n",
      })
  void plink(String text) throws IOException {
    for (String name : List.of("x.txt", "x.tsv", "x.csv")) {
      Failures.assertSays(() -> read(name, text), "is PLINK's .ped", "--recode A");
    }
    String raw = "FID IID PAT MAT SEX PHENOTYPE s1_A s2_T\nF I1 0 0 0 -9 2 1\nF I2 0 0 1 -9 NA 0\n";
    TableLayout layout =
        TableLayout.DETECTED.withColumns(
            "IID", List.of(), List.of("FID", "PAT", "MAT", "SEX", "PHENOTYPE"));
    Dataset counts =
        MatrixReader.read(
            write("x.txt", raw, UTF_8),
            ReadOptions.DEFAULT.withLayout(layout).withMissing(MissingCode.NAN));
    assertArrayEquals(new float[][] {{2, 1}, {Float.NaN, 0}}, Matrices.toArray(counts.x()));
    assertEquals(List.of("I1", "I2"), counts.ids());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ID\tx_1\tx_2\tx_3\nI1\tA\tA\tC\nI2\tA\tG\tT\n",
        "ID\tx\ty\nI1\tAA\tCT\nI2\tAG\tCC\n",
        "ID\tx\ty\nI1\tA/G\tC|T\nI2\tA/A\tC/C\n",
        "I1\tA\tA\tC\tT\nI2\tA\tG\tC\tC\n",
        "1\tA\tA\tC\tT\n2\tA\tG\tC\tC\n",
      })
  void letters(String text) {
    for (String separator : List.of("\t", ",", ";")) {
      Failures.assertSays(
          () -> read("x.txt", text.replace("\t", separator)),
          "not a number; alleles as letters are not read",
          "GenotypeReader");
    }
  }

  @Test
  void aLetterAmongNumbersIsALabel() {
    DataException e =
        assertThrows(DataException.class, () -> read("x.csv", "id,group,a,b\n1,A,2.5,3\n"));
    assertTrue(!String.valueOf(e.getMessage()).contains("alleles"), e::getMessage);
  }

  private void assertReads(String name, String text) throws IOException {
    assertArrayEquals(X, Matrices.toArray(read(name, text).x()));
  }

  /** The text is refused so, and what the message says to do makes X of it. */
  private void mends(String name, String text, String... parts) throws IOException {
    Path mended = mend(name, text, parts);
    Dataset data = MatrixReader.read(mended, ReadOptions.DEFAULT);
    assertArrayEquals(X, Matrices.toArray(data.x()), text);
  }

  private Path mend(String name, String text, String... parts) throws IOException {
    return mend(name, text, UTF_8, parts);
  }

  private Path mend(String name, String text, Charset encoding, String... parts)
      throws IOException {
    Path file = write(name, text, encoding);
    DataException e =
        assertThrows(DataException.class, () -> MatrixReader.read(file, ReadOptions.DEFAULT), text);
    for (String part : parts) {
      assertTrue(String.valueOf(e.getMessage()).contains(part), e::getMessage);
    }
    Matcher command = COMMAND.matcher(String.valueOf(e.getMessage()));
    assertTrue(command.find(), e::getMessage);
    String extension = command.group(2);
    Path mended = folder.resolve("new" + (extension == null ? name.substring(1) : extension));
    shell(command.group(1).replace("NEW" + extension, "NEW"), file, mended);
    return mended;
  }

  private static void shell(String command, Path from, Path to) throws IOException {
    String words = command.replace("OLD", "\"$0\"").replace("NEW", "\"$1\"");
    Process process =
        new ProcessBuilder("sh", "-c", words, from.toString(), to.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      assertEquals(0, process.waitFor(), command + File.separator + said);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  private Dataset read(String name, String text) throws IOException {
    return MatrixReader.read(write(name, text, UTF_8), ReadOptions.DEFAULT);
  }

  private Path write(String name, String text, Charset encoding) throws IOException {
    return Files.write(folder.resolve(name), text.getBytes(encoding));
  }
}
