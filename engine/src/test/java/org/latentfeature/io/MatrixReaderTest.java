package org.latentfeature.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.Failures;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.MatrixShape;

class MatrixReaderTest {

  @TempDir Path folder = Path.of("");

  @ParameterizedTest
  @ValueSource(strings = {"npy", "npz", "csv", "tsv", "txt", "libsvm", "svm", "svmlight", "zzz"})
  void missingFilesAndFolders(String extension) throws IOException {
    Path missing = folder.resolve("missing." + extension);
    Failures.assertSays(() -> read(missing), "no such file: " + missing);
    Path directory = Files.createDirectory(folder.resolve("directory." + extension));
    Failures.assertSays(() -> read(directory), directory + " is a directory");
  }

  @ParameterizedTest
  @ValueSource(strings = {"x.zzz", "x", "npy", "x.", "x.zzz.gz"})
  void unknownExtensions(String name) throws IOException {
    Path file = Files.writeString(folder.resolve(name), "1");
    Failures.assertSays(
        () -> read(file), name + " has no supported extension", "npy, npz", "svmlight");
  }

  @Test
  void extensionsInCapitals() throws IOException {
    Path file = Files.writeString(folder.resolve("X.CSV"), "1,2\n");
    assertEquals(2f, read(file).x().get(0, 1));
  }

  @Test
  void entriesAreForNpzOnly() throws IOException {
    Path file = Files.writeString(folder.resolve("x.csv"), "1,2\n");
    Failures.assertSays(
        () -> MatrixReader.read(file, ReadOptions.DEFAULT.withEntry("a")), "(a)", ".npz", "x.csv");
  }

  @Test
  void mislabelledFiles() throws IOException {
    Path npyAsNpz = folder.resolve("a.npz");
    NpyWriter.write(Matrix.of(new float[][] {{1}}), npyAsNpz);
    Failures.assertSays(() -> read(npyAsNpz), "a.npz is not a .npz file, or is truncated");
    Path npyAsCsv = folder.resolve("a.csv");
    NpyWriter.write(Matrix.of(new float[][] {{1}}), npyAsCsv);
    Failures.assertSays(() -> read(npyAsCsv), "a.csv");
    Path npyAsSvm = folder.resolve("a.svm");
    NpyWriter.write(Matrix.of(new float[][] {{1}}), npyAsSvm);
    Failures.assertSays(() -> read(npyAsSvm), "a.svm");
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, Double.NaN, Double.POSITIVE_INFINITY})
  void scalesThatLoseTheData(double scale) {
    assertThrows(IllegalArgumentException.class, () -> ReadOptions.DEFAULT.withScaleBy(scale));
  }

  @Test
  void theShapeIsThatOfTheMatrixReadLater() throws IOException {
    Matrix x = Matrix.allocate(3, 5);
    x.set(0, 4, 2);
    Path npy = folder.resolve("x.npy");
    NpyWriter.write(x, npy);
    Path npz = folder.resolve("x.npz");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(npz))) {
      zip.putNextEntry(new ZipEntry("x.npy"));
      zip.write(Files.readAllBytes(npy));
    }
    String line = "1\t2\t3\t4\t5\n";
    List<Path> files =
        List.of(
            npy,
            npz,
            Files.writeString(folder.resolve("x.tsv"), "a\tb\tc\td\te\n" + line.repeat(3)),
            Files.writeString(folder.resolve("x.csv"), line.replace('\t', ',').repeat(3)),
            Files.writeString(folder.resolve("x.txt"), line.replace('\t', ' ').repeat(3)),
            Files.writeString(folder.resolve("x.svm"), "1 2:1\n0\n1 5:7\n"));
    for (Path file : files) {
      MatrixShape shape = MatrixReader.shape(file, ReadOptions.DEFAULT);
      assertEquals(new MatrixShape(3, 5), shape, file.toString());
      assertEquals(read(file).x().bytes(), shape.bytes(), file.toString());
    }
  }

  @Test
  void theShapeOfWhatCannotBeReadIsRefused() throws IOException {
    Path file = Files.writeString(folder.resolve("x.csv"), "1,2\n3\n");
    Failures.assertSays(() -> MatrixReader.shape(file, ReadOptions.DEFAULT), "line 2");
    Path missing = folder.resolve("missing.npy");
    Failures.assertSays(
        () -> MatrixReader.shape(missing, ReadOptions.DEFAULT), "no such file: " + missing);
    Path empty = folder.resolve("empty.npy");
    NpyWriter.write(new Dense(0, 3), empty);
    Failures.assertSays(() -> MatrixReader.shape(empty, ReadOptions.DEFAULT), "0×3");
    Failures.assertSays(
        () -> MatrixReader.shape(file, ReadOptions.DEFAULT.withEntry("a")), "(a)", ".npz");
  }

  @Test
  void namesMatchColumns() {
    Matrix x = Matrix.allocate(1, 2);
    assertThrows(IllegalArgumentException.class, () -> new Dataset(x, List.of("a")));
  }

  private static Dataset read(Path file) throws IOException {
    return MatrixReader.read(file, ReadOptions.DEFAULT);
  }
}
