package org.latentfeature.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.Failures;
import org.latentfeature.data.Matrices;
import org.latentfeature.data.MatrixShape;
import org.latentfeature.io.genome.GenotypeOptions;
import org.latentfeature.io.genome.GenotypeReader;

/** Files of STRUCTURE in the layouts that its manual and other programs' converters have. */
class StructureReaderTest {

  private static final float NAN = Float.NaN;
  private static final ReadOptions MISSING = ReadOptions.DEFAULT.withMissing(MissingCode.NAN);

  /** Of locus 1 allele 2 is rarer, of locus 2 allele 4 (as frequent as 3 is not), of 3 allele 1. */
  private static final float[][] COUNTS = {{0, 1, 1}, {1, 0, NAN}, {0, 0, 0}, {2, 1, 0}};

  private static final String TWO_LINES =
      """
      ann 7 1 3 1
      ann 7 1 4 2
      bob 7 1 3 -9
      bob 7 2 3 -9
      cid 8 1 3 2
      cid 8 1 3 2
      eve 8 2 4 2
      eve 8 2 3 2
      """;

  private static final String ONE_LINE =
      """
      ann 7 1 1 3 4 1 2
      bob 7 1 2 3 3 -9 2
      cid 8 1 1 3 3 2 2
      eve 8 2 2 4 3 2 2
      """;

  @TempDir Path folder = Path.of("");

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private Dataset check(Path file, List<String> loci) throws IOException {
    Dataset data = MatrixReader.read(file, MISSING);
    assertArrayEquals(COUNTS, Matrices.toArray(data.x()));
    assertEquals(loci, data.columnNames());
    assertEquals(List.of("ann", "bob", "cid", "eve"), data.ids());
    assertEquals(List.of("7", "7", "8", "8"), data.labels().get("population"));
    assertEquals(new MatrixShape(4, 3), MatrixReader.shape(file, MISSING));
    return data;
  }

  @ParameterizedTest
  @CsvSource(
      value = {
        // Names of loci above the alleles alone, also with rows of distances and recessive alleles.
        "'a b c\n', abc",
        "'a b c\n-1 0.1 0.2\n', abc",
        "'\t\ta\tb\tc\n', abc",
        "'101 102 103\n0 0 0\n-1 5 9\n', number",
        // A comment, as Stacks writes it, and blanks before the names of individuals.
        "'# Stacks version 2\n\n a b c\n', abc",
        "'', none",
      })
  void twoLinesForEachIndividual(String header, String names) throws IOException {
    List<String> loci =
        switch (names) {
          case "abc" -> List.of("a", "b", "c");
          case "number" -> List.of("101", "102", "103");
          default -> List.of("L1", "L2", "L3");
        };
    Dataset data = check(write("x.str", header + TWO_LINES), loci);
    String taken =
        ": two lines for each individual, its name in column 1, its population in column 2, 3 loci from column 3 on";
    String doubt = header.isEmpty() ? "; if that is wrong, a first line with the names of" : "";
    String note = data.notes().get(0);
    assertTrue(note.contains(taken + doubt), note);
    assertEquals(!header.isEmpty(), note.endsWith("column 3 on"), note);
  }

  @Test
  void oneLineForEachIndividual() throws IOException {
    String[] headers = {"", "m1 m2 m3\n", "who pop m1 m1 m2 m2 m3 m3\n"};
    for (String header : headers) {
      List<String> loci = header.isEmpty() ? List.of("L1", "L2", "L3") : List.of("m1", "m2", "m3");
      Dataset data = check(write("x.stru", header + ONE_LINE), loci);
      assertTrue(data.notes().get(0).contains(": one line for each individual, its name"));
    }
    Path other = write("x.txt", ONE_LINE);
    assertArrayEquals(
        COUNTS, Matrices.toArray(MatrixReader.read(other, MISSING.withFormat("structure")).x()));
  }

  /** The mark of missing alleles is a matter of the file: −9 in most. */
  @Test
  void anotherMarkOfMissingAllelesIsGiven() throws IOException {
    for (String mark : new String[] {"0", "-1", "x"}) {
      Path file = write("x.str", TWO_LINES.replace("-9", mark));
      ReadOptions options = MISSING.withMissing(MissingCode.parse(mark));
      assertArrayEquals(COUNTS, Matrices.toArray(MatrixReader.read(file, options).x()), mark);
    }
  }

  /** The names of the loci tell how many columns have no alleles; the columns alone cannot. */
  @Test
  void namesTellTheNumberOfOtherColumns() throws IOException {
    Dataset named = MatrixReader.read(write("x.str", "a\nann 1 1 1 2\nbob 2 1 2 2\n"), MISSING);
    assertArrayEquals(new float[][] {{1}, {0}}, Matrices.toArray(named.x()));
    Dataset unnamed = MatrixReader.read(write("y.str", "ann 1 1 1 2\nbob 2 1 2 2\n"), MISSING);
    assertEquals(2, unnamed.rows().cols());
  }

  @Test
  void aSecondCopyOfTheCountsForGenotypesAndCompressed() throws IOException {
    Path file = write("x.str", TWO_LINES);
    assertArrayEquals(
        COUNTS, Matrices.toArray(GenotypeReader.read(file, GenotypeOptions.DEFAULT).x()));
    Path zipped = folder.resolve("x.str.gz");
    try (var out = new GZIPOutputStream(Files.newOutputStream(zipped))) {
      out.write(TWO_LINES.getBytes(StandardCharsets.UTF_8));
    }
    check(zipped, List.of("L1", "L2", "L3"));
    assertTrue(GenotypeFile.isOne(zipped));
    assertEquals(3, GenotypeFile.read(zipped, WorkListener.SILENT).counts().loci());
  }

  @Test
  void lociWithMoreAllelesAreLeftOutAndNamed() throws IOException {
    Path file = write("x.str", "a b c\n" + TWO_LINES.replace("cid 8 1 3", "cid 8 1 5"));
    Dataset data = MatrixReader.read(file, MISSING);
    assertEquals(List.of("a", "c"), data.columnNames());
    String note = data.notes().get(0);
    assertTrue(note.endsWith("; 1 left out with more than two alleles: b"), note);
    Failures.assertSays(
        () -> MatrixReader.read(write("y.str", "ann 1 2\nbob 3 4\n"), MISSING),
        "y.str has no locus with two alleles only",
        "a table with two columns for each locus");
  }

  @Test
  void whatIsWrongIsNamed() throws IOException {
    refused("is empty", "");
    refused("line 7 of", TWO_LINES.replace(" 2\neve 8 2 3 2", "\neve 8 2 3 2").strip());
    refused(
        "some individuals of", "others have one", TWO_LINES.substring(0, TWO_LINES.length() - 12));
    refused("some individuals of", "the file may be cut", TWO_LINES.replace("bob 7 2", "bo 7 2"));
    refused("names 4 loci, but line 2 has 7 cells", "a b c d\n" + ONE_LINE.replace(" 3 ", " "));
    refused("columns without alleles, and no others", "ann 7\nbob 8\n");
    Failures.assertSays(
        () -> MatrixReader.read(write("x.str", TWO_LINES)), "row 2, column 3", "missing");
  }

  private void refused(String... wordsAndText) throws IOException {
    Path file = write("z.str", wordsAndText[wordsAndText.length - 1]);
    String[] words = wordsAndText.clone();
    words[words.length - 1] = "z.str";
    Failures.assertSays(() -> MatrixReader.read(file, MISSING), words);
  }
}
