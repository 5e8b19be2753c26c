package org.latentfeature.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.MatrixShape;
import org.latentfeature.io.genome.GenotypeOptions;
import org.latentfeature.io.genome.GenotypeReader;

class VcfReaderTest {

  private static final ReadOptions MISSING = ReadOptions.DEFAULT.withMissing(MissingCode.NAN);

  private static final String HEADER =
      """
      ##fileformat=VCFv4.2
      #CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT\tann\tbob\teve
      """;

  private static final String LINES =
      """
      1\t10\trs1\tA\tG\t.\tPASS\t.\tGT\t0/0\t0|1\t1/1
      1\t20\t.\tA\tT\t9\t.\tX=1\tGT:DP\t./.:3\t1|0:7\t./1
      X\t30\trs3\tA\t.\t9\t.\t.\tGT\t0\t1\t.
      """;

  @TempDir Path folder = Path.of("");

  private Path write(String text) throws IOException {
    return Files.writeString(folder.resolve("x.vcf"), text);
  }

  private void check(Path file) throws IOException {
    Dataset data = MatrixReader.read(file, MISSING);
    float nan = Float.NaN;
    float[][] expected = {{0, nan, 0}, {1, 1, 2}, {2, nan, nan}};
    assertEquals(Arrays.deepToString(expected), Arrays.deepToString(data.x().toArray()));
    assertEquals(List.of("rs1", "1:20", "rs3"), data.columnNames());
    assertEquals(List.of("ann", "bob", "eve"), data.ids());
    assertEquals(new MatrixShape(3, 3), MatrixReader.shape(file, MISSING));
  }

  @Test
  void copiesOfTheAlternativeAllele() throws IOException {
    check(write(HEADER + LINES));
  }

  @Test
  void variantsWithSeveralAlternativeAllelesAreLeftOutAndNamed() throws IOException {
    String several = LINES.replace("\tG\t", "\tG,C\t").replace("1/1", "1/2");
    Path file = write(HEADER + several);
    Dataset data = MatrixReader.read(file, MISSING);
    assertEquals(List.of("1:20", "rs3"), data.columnNames());
    assertEquals(
        List.of(file + ": 1 variant is left out, which has several alternative alleles: rs1"),
        data.notes());
    assertEquals(new MatrixShape(3, 2), MatrixReader.shape(file, MISSING));
    assertEquals(
        data.notes(), GenotypeReader.read(file, GenotypeOptions.DEFAULT).notes(), "genotypes");
    Path many =
        write(HEADER + several.lines().findFirst().orElseThrow().concat("\n").repeat(7) + LINES);
    data = MatrixReader.read(many, MISSING);
    assertEquals(3, data.rows().cols());
    assertEquals(
        List.of(
            many
                + ": 7 variants are left out, which have several alternative alleles: rs1, rs1, rs1, rs1, rs1, …"),
        data.notes());
  }

  /** Blocks one after the other, as bgzip writes them. */
  @Test
  void compressed() throws IOException {
    Path file = folder.resolve("x.vcf.gz");
    try (var out = Files.newOutputStream(file)) {
      for (String part : List.of(HEADER, LINES)) {
        GZIPOutputStream block = new GZIPOutputStream(out);
        block.write(part.getBytes(StandardCharsets.UTF_8));
        block.finish();
      }
    }
    check(file);
    byte[] bytes = Files.readAllBytes(file);
    Path cut = Files.write(folder.resolve("y.vcf.gz"), Arrays.copyOf(bytes, bytes.length - 9));
    assertTrue(refused(cut).contains("truncated"), refused(cut));
  }

  @Test
  void whatCannotBeUsedIsNamed() throws IOException {
    refused("line 1 of", "before the line that begins with #CHROM", LINES);
    refused("no line with a variant", "x.vcf", HEADER);
    refused(
        "only variants with several alternative alleles",
        "x.vcf",
        HEADER + LINES.lines().findFirst().orElseThrow().replace("\tG\t", "\tG,C\t"));
    refused("line 3 of", "genotype \"2/1\" for \"eve\"", HEADER + LINES.replace("1/1", "2/1"));
    refused("line 3 of", "genotype \"1/1/1\"", HEADER + LINES.replace("1/1", "1/1/1"));
    refused("line 4 of", "format \"DP\"", HEADER + LINES.replace("GT:DP", "DP"));
    refused(
        "line 3 of", "has 11 columns, but the header has 12", HEADER + LINES.replace("\t1/1", ""));
    refused("line 3 of", "has 13 columns", HEADER + LINES.replace("\t1/1", "\t1/1\t0/0"));
    refused(
        "line 6 of",
        "second line with #CHROM; read one file at a time, or join",
        HEADER + LINES + HEADER.lines().skip(1).findFirst().orElseThrow());
    refused("line 2 of", "names no individuals", HEADER.replace("\tann\tbob\teve", "") + LINES);
    assertTrue(
        String.valueOf(
                assertThrows(DataException.class, () -> MatrixReader.read(write(HEADER + LINES)))
                    .getMessage())
            .contains("row 1, column 2"));
  }

  /** Each sentence ends with what to do. */
  @Test
  void errorsNameTheWayOut() throws IOException {
    for (String text :
        List.of(
            LINES,
            HEADER,
            HEADER + HEADER,
            HEADER.replace("\tann\tbob\teve", "") + LINES,
            HEADER + LINES.replace("1/1", "2/1"),
            HEADER + LINES.replace("GT:DP", "DP"),
            HEADER + LINES.replace("\t1/1", ""))) {
      String message = refused(write(text));
      assertTrue(message.matches(".*; .*\\b(pass|put|read|leave|correct|write)\\b.*"), message);
    }
  }

  @Test
  void aLineTooLongIsNamed() throws IOException {
    Path file = write(HEADER + LINES);
    int longest = HEADER.lines().mapToInt(String::length).max().orElseThrow();
    assertEquals(3, VcfReader.read(file, longest, WorkListener.SILENT).counts().loci());
    String message =
        String.valueOf(
            assertThrows(
                    DataException.class,
                    () -> VcfReader.read(file, longest - 1, WorkListener.SILENT))
                .getMessage());
    assertTrue(message.startsWith("line 2 of"), message);
    assertTrue(message.contains("more than " + (longest - 1) + " characters"), message);
  }

  private void refused(String place, String words, String text) throws IOException {
    String message = refused(write(text));
    assertTrue(message.contains(place) && message.contains(words), message);
  }

  private static String refused(Path file) {
    return String.valueOf(
        assertThrows(DataException.class, () -> MatrixReader.read(file, MISSING)).getMessage());
  }
}
