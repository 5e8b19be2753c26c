package org.latentfeature.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.AlleleCounts;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.MatrixShape;
import org.latentfeature.io.genome.GenotypeOptions;
import org.latentfeature.io.genome.GenotypeReader;
import org.latentfeature.io.genome.Genotypes;

class PlinkReaderTest {

  private static final ReadOptions MISSING = ReadOptions.DEFAULT.withMissing(MissingCode.NAN);

  /** Of two variants and five individuals: 2 1 0 − 2, and 0 0 1 1 −; the rest of a byte is any. */
  private static final byte[] BED = {0x6c, 0x1b, 1, 0b01_11_10_00, (byte) 0b111111_00, -81, 0b01};

  private static final String BIM = "1 rs1 0 100 A G\n1\t.\t0\t200\tC\tT\n";
  private static final String FAM =
      "f1 a 0 0 1 2\nf1 b 0 0 2 1\n f2 c a b 1 -9 \nf2 d 0 0 0 0\nf3 e 0 0 1 1.5\n";

  @TempDir Path folder = Path.of("");

  private Path write(byte[] bed, String bim, String fam) throws IOException {
    Files.writeString(folder.resolve("x.bim"), bim);
    Files.writeString(folder.resolve("x.fam"), fam);
    return Files.write(folder.resolve("x.bed"), bed);
  }

  /** Bytes as PLINK's description of the format has them. */
  @Test
  void copiesOfTheFirstAllele() throws IOException {
    Path bed = write(BED, BIM, FAM);
    Dataset data = MatrixReader.read(bed, MISSING);
    float nan = Float.NaN;
    float[][] expected = {{2, 0}, {1, 0}, {0, 1}, {nan, 1}, {2, nan}};
    for (int i = 0; i < 5; i++) {
      for (int j = 0; j < 2; j++) {
        assertEquals(expected[i][j], data.x().get(i, j), i + ", " + j);
      }
    }
    assertEquals(List.of("rs1", "1:200"), data.columnNames());
    assertEquals(List.of("a", "b", "c", "d", "e"), data.ids());
    assertEquals(List.of("f1", "f1", "f2", "f2", "f3"), data.labels().get("FID"));
    assertEquals(List.of("2", "1", "-9", "0", "1.5"), data.labels().get("PHENOTYPE"));
    assertEquals(new MatrixShape(5, 2), MatrixReader.shape(bed, MISSING));
  }

  @Test
  void genotypesForMarkovModels() throws IOException {
    Path bed = write(BED, BIM, FAM);
    Genotypes read = GenotypeReader.read(bed, GenotypeOptions.DEFAULT);
    assertEquals(List.of("rs1", "1:200"), read.loci());
    assertEquals(List.of("FID", "IID", "PHENOTYPE"), List.copyOf(read.labels().keySet()));
    assertEquals(2, read.x().get(0, 0));
    assertTrue(Float.isNaN(read.x().get(3, 0)));
    write(BED, BIM.replace(".", "rs1"), FAM);
    refused("variants 1 and 2 of", () -> GenotypeReader.read(bed, GenotypeOptions.DEFAULT), "rs1");
    refused(
        "label columns",
        () -> GenotypeReader.read(bed, GenotypeOptions.DEFAULT.withLabelColumns(1)),
        "x.bed");
  }

  @Test
  void whatIsWrittenComesBack() throws IOException {
    SplittableRandom random = new SplittableRandom(3);
    for (int n = 1; n < 12; n++) {
      int loci = 1 + random.nextInt(9);
      byte[][] packed = new byte[loci][AlleleCounts.bytes(n)];
      for (byte[] each : packed) {
        random.nextBytes(each);
      }
      AlleleCounts counts = AlleleCounts.of(n, packed);
      Path bed = folder.resolve("y.bed");
      PlinkWriter.genotypes(counts, bed);
      PlinkWriter.variants(loci, folder.resolve("y.bim"));
      PlinkWriter.individuals(Collections.nCopies(n, "f"), folder.resolve("y.fam"));
      GenotypeFile read = GenotypeFile.read(bed, WorkListener.SILENT);
      AlleleCounts again = AlleleCounts.of(read.matrix(MISSING, bed), "y");
      assertEquals(loci, again.loci());
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < loci; j++) {
          int count = counts.get(i, j);
          assertEquals(count, read.counts().get(i, j));
          assertEquals(count, again.get(i, j));
          int but = i;
          AlleleCounts without = counts.without((a, b) -> a == but);
          assertEquals(AlleleCounts.MISSING, without.get(i, j));
          assertEquals(counts.get((i + 1) % n, j), n == 1 ? count : without.get((i + 1) % n, j));
        }
      }
    }
  }

  @Test
  void whatIsNotOneSaysWhereAndWhatToDo() throws IOException {
    byte[] other = BED.clone();
    other[0] = 'P';
    refused("byte 1 is 0x50, expected 0x6c", other, BIM, FAM);
    other = BED.clone();
    other[2] = 0;
    refused("individual by individual", other, BIM, FAM);
    refused("byte 2 is missing", new byte[] {0x6c}, BIM, FAM);
    refused(
        "has 7 bytes, but 2 variants (x.bim) of 4 individuals (x.fam) take 5",
        BED,
        BIM,
        FAM.substring(0, FAM.indexOf("f3")));
    refused("line 2 of", BED, "1 rs1 0 100 A G\n1 rs2 0 100 A\n", FAM);
    refused("line 1 of", BED, BIM, "a b c d e f g\n");
    refused("x.fam is empty", BED, BIM, "");
    Path bed = write(BED, BIM, FAM);
    refused("row 4, column 1", () -> MatrixReader.read(bed), "x.bed");
    Files.delete(folder.resolve("x.bim"));
    refused("there is no x.bim beside", () -> MatrixReader.read(bed, MISSING), "x.bed");
  }

  private void refused(String words, byte[] bed, String bim, String fam) throws IOException {
    Path file = write(bed, bim, fam);
    refused(words, () -> MatrixReader.read(file, MISSING), "x.");
  }

  private static void refused(String words, Executable reading, String file) {
    String message = String.valueOf(assertThrows(DataException.class, reading).getMessage());
    assertTrue(message.contains(words) && message.contains(file), message);
  }

  /** A table of other numbers is none of counts. */
  @Test
  void onlyCountsAreCounts() throws IOException {
    Path table = Files.writeString(folder.resolve("t.csv"), "a,b\n0,1\n2,1.5\n");
    DataException e =
        assertThrows(
            DataException.class, () -> AlleleCounts.of(MatrixReader.read(table).x(), "t.csv"));
    assertTrue(
        String.valueOf(e.getMessage()).startsWith("row 2, column 2 of t.csv is 1.5"),
        e.getMessage());
  }
}
