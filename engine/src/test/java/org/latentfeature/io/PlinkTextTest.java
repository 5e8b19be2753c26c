package org.latentfeature.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.Failures;
import org.latentfeature.data.Matrices;
import org.latentfeature.data.MatrixShape;
import org.latentfeature.io.genome.GenotypeOptions;
import org.latentfeature.io.genome.GenotypeReader;
import org.latentfeature.io.genome.Genotypes;

/** PLINK's text: .ped with .map, and the counts that it writes as .raw. */
class PlinkTextTest {

  /** A and C with C rarer; G and T as frequent; only A; a missing call. */
  private static final String PED =
      "F I1 0 0 1 2 A A  G T  A A\nF I2 0 0 2 -9 A C  T T  0 0\nH I3 0 0 0 1 A C  G G  A A\n";

  private static final String MAP = "1 s1 0 100\n1 . 0 200\n2\ts3\t300\n";

  private static final float[][] COUNTS = {{0, 1, 0}, {1, 0, Float.NaN}, {1, 2, 0}};

  @TempDir Path folder = Path.of("");

  private Path write(String ped, String map) throws IOException {
    Files.writeString(folder.resolve("x.map"), map);
    return Files.writeString(folder.resolve("x.ped"), ped);
  }

  @Test
  void copiesOfTheRarerAlleleAreCounted() throws IOException {
    Path path = write(PED, MAP);
    ReadOptions options = ReadOptions.DEFAULT.withMissing(MissingCode.NAN);
    Dataset data = MatrixReader.read(path, options);
    assertArrayEquals(COUNTS, Matrices.toArray(data.x()));
    assertEquals(List.of("s1", "1:200", "s3"), data.columnNames());
    assertEquals(List.of("I1", "I2", "I3"), data.ids());
    assertEquals(List.of("2", "-9", "1"), data.labels().get("PHENOTYPE"));
    assertEquals(new MatrixShape(3, 3), MatrixReader.shape(path, options));
    Files.copy(folder.resolve("x.map"), folder.resolve("y.map"));
    Path other = Files.copy(path, folder.resolve("y.data"));
    assertEquals(
        COUNTS[2][1],
        MatrixReader.read(other, options.withFormat("ped")).x().get(2, 1),
        "the format of the option");
    assertEquals(3, GenotypeFile.read(path, WorkListener.SILENT).counts().loci());
  }

  @Test
  void whatIsWrongIsNamedByLine() throws IOException {
    Failures.assertSays(
        () -> MatrixReader.read(write(PED + "F I4 0 0 1 2 A G  G T  A A\n", MAP)),
        "line 4 of",
        "a third allele of \"s1\"");
    Failures.assertSays(
        () -> MatrixReader.read(write(PED.replace("  A A", ""), MAP)), "line 1 of", "must have 12");
    Failures.assertSays(() -> MatrixReader.read(write(PED, "1 s1\n")), "line 1 of", "x.map");
    Failures.assertSays(() -> MatrixReader.read(write("", MAP)), "x.ped is empty");
    Path alone = Files.writeString(folder.resolve("y.ped"), PED);
    Failures.assertSays(() -> MatrixReader.read(alone), "no y.map beside");
  }

  @Test
  void countsHaveSixColumnsBefore() throws IOException {
    Path path =
        Files.writeString(
            folder.resolve("x.raw"),
            "FID IID PAT MAT SEX PHENOTYPE s1_C s2_G\nF I1 0 0 1 2 0 1\nF I2 0 0 2 -9 1 NA\n");
    ReadOptions options = ReadOptions.DEFAULT.withMissing(MissingCode.NAN);
    Dataset data = MatrixReader.read(path, options);
    assertArrayEquals(new float[][] {{0, 1}, {1, Float.NaN}}, Matrices.toArray(data.x()));
    assertEquals(List.of("s1_C", "s2_G"), data.columnNames());
    assertEquals(List.of("I1", "I2"), data.ids());
    assertEquals(List.of("2", "-9"), data.labels().get("PHENOTYPE"));
    Genotypes read = GenotypeReader.read(path, GenotypeOptions.DEFAULT);
    assertArrayEquals(new float[][] {{0, 1}, {1, Float.NaN}}, Matrices.toArray(read.x()));
    assertEquals(List.of("s1_C", "s2_G"), read.loci());
    ReadOptions sex =
        options.withLayout(TableLayout.DETECTED.withColumns(null, List.of("SEX"), List.of("s2_G")));
    Dataset other = MatrixReader.read(path, sex);
    assertEquals(List.of("1", "2"), other.labels().get("SEX"));
    assertEquals(List.of("s1_C"), other.columnNames());
    assertEquals(new MatrixShape(2, 1), MatrixReader.shape(path, sex));
    Dataset families =
        MatrixReader.read(
            path,
            options.withLayout(TableLayout.DETECTED.withColumns("FID", List.of(), List.of())));
    assertEquals(List.of("s1_C", "s2_G"), families.columnNames());
    assertEquals("FID", families.idColumn());
    Dataset dropped =
        MatrixReader.read(
            path,
            options.withLayout(
                TableLayout.DETECTED.withColumns(null, List.of(), List.of("PHENOTYPE"))));
    assertEquals(Set.of("IID", "FID"), dropped.labels().keySet());
  }
}
