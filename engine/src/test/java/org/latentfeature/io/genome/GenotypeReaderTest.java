package org.latentfeature.io.genome;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.data.DataException;
import org.latentfeature.io.MissingCode;

class GenotypeReaderTest {

  private static final float NAN = Float.NaN;

  @TempDir Path folder = Path.of("");

  @Test
  void meansOfTwoAllelesAndLabels() throws IOException {
    Genotypes g =
        read(
            """
            id,sex,population,D1S1.1,D1S1.2,GATA7.1,GATA7.2
            448,1,Biaka Pygmies,191,183,172,164
            449,2,"Mbuti, Pygmies", 183 ,184,160,160
            """);
    assertEquals(List.of("D1S1", "GATA7"), g.loci());
    assertEquals(2, g.people());
    assertEquals(List.of("id", "sex", "population"), List.copyOf(g.labels().keySet()));
    assertEquals(
        Map.of(
            "id", List.of("448", "449"),
            "sex", List.of("1", "2"),
            "population", List.of("Biaka Pygmies", "Mbuti, Pygmies")),
        g.labels());
    assertRows(g, new float[][] {{187, 168}, {183.5f, 160}});
  }

  @Test
  void knownOnlyWhereBothAllelesAre() throws IOException {
    Genotypes g =
        read(
            """
            id,A.1,A.2,B.1,B.2,C.1,C.2
            p,-9,-9,100,-9,-9,104
            q,,,NA,101,10,20
            r,nan,?,-9.0,1,7,7
            """);
    assertRows(g, new float[][] {{NAN, NAN, NAN}, {NAN, NAN, 15}, {NAN, NAN, 7}});
  }

  @Test
  void aTextMarksMissingAlleles() throws IOException {
    GenotypeOptions options = GenotypeOptions.DEFAULT.withMissing(MissingCode.parse("k.A."));
    Genotypes g = read("g.csv", "id,A.1,A.2,B.1,B.2\np,k.A.,8,100,102\nq,6,8,k.A.,NA\n", options);
    assertRows(g, new float[][] {{NAN, 101}, {7, NAN}});
    assertEquals(List.of(), g.notes());
    g = read("h.csv", "id,A.1,A.2\np,6,8\n", options);
    assertEquals(1, g.notes().size());
    assertTrue(g.notes().get(0).contains("h.csv is \"k.A.\", the text of"), g.notes()::toString);
  }

  @Test
  void whatATableOfOnesOwnSaysComesBack() throws IOException {
    SplittableRandom random = new SplittableRandom(11);
    for (int trial = 0; trial < 20; trial++) {
      int people = 1 + random.nextInt(30);
      int loci = 1 + random.nextInt(40);
      StringBuilder text = new StringBuilder("id");
      for (int l = 0; l < loci; l++) {
        text.append("\tL").append(l).append("_1\tL").append(l).append("_2");
      }
      float[][] expected = new float[people][loci];
      for (int i = 0; i < people; i++) {
        text.append("\nperson").append(i);
        for (int l = 0; l < loci; l++) {
          int a = random.nextInt(10) == 0 ? -9 : 80 + random.nextInt(300);
          int b = random.nextInt(10) == 0 ? -9 : 80 + random.nextInt(300);
          text.append('\t').append(a).append('\t').append(b);
          expected[i][l] = a < 0 || b < 0 ? NAN : (a + b) / 2f;
        }
      }
      for (String name : new String[] {"g.tsv", "g.txt", "genotypes"}) {
        Genotypes g = read(name, text.append('\n').toString(), GenotypeOptions.DEFAULT);
        assertRows(g, expected);
        assertEquals("L" + (loci - 1), g.loci().get(loci - 1));
        assertEquals("row " + people + " (id person" + (people - 1) + ")", g.person(people - 1));
      }
    }
  }

  @Test
  void aFileOfAnotherFormatIsNoTable() {
    Path file = folder.resolve("x.npy");
    DataException refusal =
        assertThrows(
            DataException.class,
            () -> {
              Files.writeString(file, "a.1,a.2\n1,2\n");
              GenotypeReader.read(file, GenotypeOptions.DEFAULT);
            });
    assertEquals(
        file + " is not a table of genotypes: name a text file (.csv, .tsv, .txt) with a header",
        refusal.getMessage());
  }

  @Test
  void pairsAreFoundWhereverTheyStand() throws IOException {
    Genotypes g = read("B:2,A-1,id,B:1,A-2,note\n4,1,p,6,3,x\n");
    assertEquals(List.of("B", "A"), g.loci());
    assertRows(g, new float[][] {{5, 2}});
    assertEquals(List.of("id", "note"), List.copyOf(g.labels().keySet()));
  }

  @Test
  void twoColumnsOfOneNameSideBySide() throws IOException {
    Genotypes g = read("id,A,A,B,B,C.1,C.1\np,1,3,4,6,8,10\n");
    assertEquals(List.of("A", "B", "C.1"), g.loci());
    assertRows(g, new float[][] {{2, 5, 9}});
    Genotypes fromR = read("id,A,A.1,B,B.1\np,1,3,4,6\n");
    assertEquals(List.of("A", "B"), fromR.loci());
    assertRows(fromR, new float[][] {{2, 5}});
  }

  @Test
  void columnsAfterTheLabels() throws IOException {
    GenotypeOptions two = GenotypeOptions.DEFAULT.withLabelColumns(2);
    Genotypes g = read("g.csv", "id,PC.1,A,A,B.1,B.2,C,,Da,Db\np,-3,1,3,4,6,7,9,10,12\n", two);
    assertEquals(List.of("A", "B", "C", "Da"), g.loci());
    assertRows(g, new float[][] {{2, 5, 8, 11}});
    assertEquals(Map.of("id", List.of("p"), "PC.1", List.of("-3")), g.labels());
    Genotypes bare = read("g.csv", "A,A\n1,3\n", GenotypeOptions.DEFAULT.withLabelColumns(0));
    assertTrue(bare.labels().isEmpty());
    assertEquals("row 1", bare.person(0));
    assertThrows(
        IllegalArgumentException.class, () -> GenotypeOptions.DEFAULT.withLabelColumns(-1));
  }

  @Test
  void aColumnOfRowNamesMayHaveNoName() throws IOException {
    Genotypes g = read(",A.1,A.2\n17,100,102\n");
    assertEquals(Map.of("column 1", List.of("17")), g.labels());
  }

  @Test
  void otherCodesOfWhatIsNotKnown() throws IOException {
    GenotypeOptions zero = GenotypeOptions.DEFAULT.withMissing(MissingCode.of(0));
    assertRows(
        read("g.csv", "id,A.1,A.2,B.1,B.2\np,0,0,4,6\nq,1,2,NA,NA\n", zero),
        new float[][] {{NAN, 5}, {1.5f, NAN}});
    GenotypeOptions none = GenotypeOptions.DEFAULT.withMissing(MissingCode.REFUSED);
    says("A.1,A.2\n3,\n", none, "line 2, column 2 (\"A.2\")", "is empty, not an allele size");
    GenotypeOptions nan = GenotypeOptions.DEFAULT.withMissing(MissingCode.NAN);
    says("A.1,A.2\n3,-9\n", nan, "is \"-9\"", "above 0", "now nan");
  }

  @ParameterizedTest
  @ValueSource(strings = {"183/191", "x", "1d", "0x10", "A"})
  void textWhereAnAlleleShouldBe(String cell) {
    says(
        "id,A.1,A.2\np,100,102\n\nq,100," + cell + "\n",
        GenotypeOptions.DEFAULT,
        "line 4, column 3 (\"A.2\") of ",
        "g.csv is \"" + cell + "\", not an allele size");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "-99", "-inf"})
  void sizesAreAboveZero(String cell) {
    says(
        "id,A.1,A.2\np," + cell + ",102\n",
        GenotypeOptions.DEFAULT,
        "line 2, column 2 (\"A.1\")",
        "is \"" + cell + "\"",
        "above 0",
        "missing code (now -9",
        "from 1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"inf", "1e39"})
  void sizesBeyondFloats(String cell) {
    says("id,A.1,A.2\np," + cell + ",102\n", GenotypeOptions.DEFAULT, "line 2, column 2", "32-bit");
  }

  @Test
  void raggedRowsAndEmptyFiles() {
    says("id,A.1,A.2\np,1\n", GenotypeOptions.DEFAULT, "line 2 of ", "2 cells, expected 3");
    says("id,A.1,A.2\np,1,2\nq,1,2,3\n", GenotypeOptions.DEFAULT, "line 3 of ", "4 cells");
    says("", GenotypeOptions.DEFAULT, "is empty");
    says("id,A.1,A.2\n", GenotypeOptions.DEFAULT, "has a header but no rows");
    Path missing = folder.resolve("none.csv");
    assertSays(
        () -> GenotypeReader.read(missing, GenotypeOptions.DEFAULT), "no such file: " + missing);
  }

  @Test
  void locusWithOneColumn() {
    says(
        "id,A.1,A.2,B.2\np,1,2,3\n",
        GenotypeOptions.DEFAULT,
        "locus B of ",
        "one column, B.2 (column 4)",
        "there is no B.1",
        "number of label columns");
    says("id,A_1,A.2\np,1,2\n", GenotypeOptions.DEFAULT, "locus A of", "there is no A_2");
  }

  @Test
  void noLoci() {
    for (String header : new String[] {"id,a,b", "a,b,a", "id,A1,A2", "1,2,3"}) {
      says(
          header + "\n1,2,3\n",
          GenotypeOptions.DEFAULT,
          "has no loci",
          "D1S80.1",
          "number of label columns");
    }
  }

  @Test
  void lociThatOccurTwice() {
    says(
        "A.1,A.2,B,B,A.1,A.2\n1,2,3,4,5,6\n",
        GenotypeOptions.DEFAULT,
        "columns 1 and 5 of ",
        "both named A.1");
    says("A,A,A,A\n1,2,3,4\n", GenotypeOptions.DEFAULT, "locus A occurs twice", "column 3");
    says("A.1,A.2,A_1,A_2\n1,2,3,4\n", GenotypeOptions.DEFAULT, "locus A occurs twice");
    says("A,A,A\n1,2,3\n", GenotypeOptions.DEFAULT, "column 3 of ", "the third one named A");
    says("id,A,A.1,A.2\np,x,3,4\n", GenotypeOptions.DEFAULT, "column 2 of ", "the third one");
    says("x,A,A,x\n1,2,3,4\n", GenotypeOptions.DEFAULT, "columns 1 and 4", "side by side");
  }

  @Test
  void wrongNumbersOfLabelColumns() {
    String table = "id,sex,A.1,A.2,B.1,B.2\np,1,1,3,4,6\n";
    GenotypeOptions options = GenotypeOptions.DEFAULT;
    says(table, options.withLabelColumns(1), "5 columns of alleles after 1 label col", "odd");
    says(table, options.withLabelColumns(6), "has 6 columns; with 6 label columns, none");
    says(table, options.withLabelColumns(99), "with 99 label columns, none is left");
    says(table, options.withLabelColumns(0), "line 2, column 1 (\"id\")", "\"p\"");
    says(
        "id,A.1,A.2,B.1,B.2,z\np,1,3,4,6,5\n",
        options.withLabelColumns(2),
        "columns 3 and 4 of ",
        "(A.2 and B.1) are not of one locus");
    says("id,,A\np,1,2\n", options.withLabelColumns(1), "column 2 of ", "has no name");
  }

  @Test
  void tablesWithoutAHeader() {
    for (GenotypeOptions options :
        List.of(GenotypeOptions.DEFAULT, GenotypeOptions.DEFAULT.withLabelColumns(1))) {
      says(
          "p,183,183,120,120\nq,180,183,116,120\n",
          options,
          "the first line of ",
          "numbers, such as 183",
          "name the loci");
    }
  }

  @Test
  void labelsMayNotShareAName() {
    says("id,A.1,A.2,id\n1,2,3,4\n", GenotypeOptions.DEFAULT, "columns 1 and 4", "named id");
  }

  @Test
  void peopleAndLociOfWhomNothingIsKnownAreRead() throws IOException {
    Genotypes g = read("id,A.1,A.2,B.1,B.2\np,100,102,-9,-9\nq,-9,-9,-9,-9\n");
    assertRows(g, new float[][] {{101, NAN}, {NAN, NAN}});
  }

  private void says(String text, GenotypeOptions options, String... parts) {
    List<String> all = new ArrayList<>(List.of(parts));
    all.add("g.csv");
    assertSays(() -> read("g.csv", text, options), all.toArray(String[]::new));
  }

  static void assertSays(Executable action, String... parts) {
    String message = String.valueOf(assertThrows(DataException.class, action).getMessage());
    for (String part : parts) {
      assertTrue(message.contains(part), () -> "no \"" + part + "\" in: " + message);
    }
  }

  static void assertRows(Genotypes g, float[][] expected) {
    assertEquals(expected.length, g.x().rows());
    assertEquals(expected[0].length, g.x().cols());
    for (int i = 0; i < expected.length; i++) {
      for (int j = 0; j < expected[i].length; j++) {
        assertEquals(expected[i][j], g.x().get(i, j), i + ", " + j);
      }
    }
  }

  private Genotypes read(String text) throws IOException {
    return read("g.csv", text, GenotypeOptions.DEFAULT);
  }

  private Genotypes read(String name, String text, GenotypeOptions options) throws IOException {
    return GenotypeReader.read(Files.writeString(folder.resolve(name), text), options);
  }
}
