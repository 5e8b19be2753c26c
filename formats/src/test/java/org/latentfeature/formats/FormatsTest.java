package org.latentfeature.formats;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.jhdf.HdfFile;
import io.jhdf.WritableHdfFile;
import io.jhdf.api.WritableGroup;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.Failures;
import org.latentfeature.data.Matrices;
import org.latentfeature.data.MatrixShape;
import org.latentfeature.data.SparseRows;
import org.latentfeature.io.MatrixReader;
import org.latentfeature.io.MissingCode;
import org.latentfeature.io.ReadOptions;
import org.latentfeature.io.TableLayout;
import us.hebi.matlab.mat.format.Mat5;
import us.hebi.matlab.mat.format.Mat5File;
import us.hebi.matlab.mat.types.Matrix;

/** Files that the libraries themselves write. */
class FormatsTest {

  private static final float[][] X = {{1.5f, -2, 0}, {3.25f, 0, 7}};

  @TempDir Path folder = Path.of("");

  private static Matrix array(float[][] values) {
    Matrix array = Mat5.newMatrix(values.length, values[0].length);
    for (int i = 0; i < values.length; i++) {
      for (int j = 0; j < values[0].length; j++) {
        array.setDouble(i, j, values[i][j]);
      }
    }
    return array;
  }

  private Path matlab() throws IOException {
    Path path = folder.resolve("x.mat");
    try (Mat5File file = Mat5.newMatFile()) {
      file.addArray("X", array(X));
      file.addArray("scalar", Mat5.newScalar(3));
      file.addArray("text", Mat5.newString("no matrix"));
      Mat5.writeToFile(file, path.toFile());
    }
    return path;
  }

  private Path hdf5(String name) {
    Path path = folder.resolve(name);
    try (WritableHdfFile file = HdfFile.write(path)) {
      WritableGroup group = file.putGroup("deep");
      group.putDataset("X", X);
      group.putDataset("line", new double[] {1, 2, 3});
    }
    return path;
  }

  /** Observations u, v; variables a, b, c. */
  private Path annData(boolean sparse) {
    Path path = folder.resolve(sparse ? "sparse.h5ad" : "dense.h5ad");
    try (WritableHdfFile file = HdfFile.write(path)) {
      if (sparse) {
        WritableGroup x = file.putGroup("X");
        x.putAttribute("encoding-type", "csr_matrix");
        x.putAttribute("shape", new long[] {2, 300});
        x.putDataset("data", new float[] {1.5f, -2, 3.25f, 7});
        x.putDataset("indices", new int[] {1, 0, 299, 2});
        x.putDataset("indptr", new long[] {0, 2, 4});
      } else {
        file.putDataset("X", X);
        file.putGroup("layers").putDataset("twice", new float[][] {{3, -4, 0}, {6.5f, 0, 14}});
      }
      WritableGroup obs = file.putGroup("obs");
      obs.putAttribute("_index", "cell");
      obs.putDataset("cell", new String[] {"u", "v"});
      obs.putDataset("depth", new double[] {2.5, 4});
      WritableGroup kind = obs.putGroup("kind");
      kind.putDataset("categories", new String[] {"B", "T"});
      kind.putDataset("codes", new byte[] {1, -1});
      // As files of earlier versions have it.
      obs.putDataset("older", new byte[] {0, 1});
      obs.putGroup("__categories").putDataset("older", new String[] {"p", "q"});
      WritableGroup variables = file.putGroup("var");
      variables.putAttribute("_index", "gene");
      String[] genes = new String[sparse ? 300 : 3];
      for (int j = 0; j < genes.length; j++) {
        genes[j] = "g" + j;
      }
      variables.putDataset("gene", genes);
    }
    return path;
  }

  private static void assertIsX(Path path, ReadOptions options) throws IOException {
    assertArrayEquals(X, Matrices.toArray(MatrixReader.read(path, options).x()));
    assertEquals(new MatrixShape(2, 3), MatrixReader.shape(path, options));
  }

  @Test
  void theOnlyMatrixOfAFileIsX() throws IOException {
    assertIsX(matlab(), ReadOptions.DEFAULT);
    assertIsX(hdf5("x.h5"), ReadOptions.DEFAULT);
    assertIsX(hdf5("x.hdf5"), ReadOptions.DEFAULT);
    assertIsX(
        Files.move(hdf5("y.h5"), folder.resolve("y.data")), ReadOptions.DEFAULT.withFormat("h5"));
    assertEquals(3, MatrixReader.read(matlab(), ReadOptions.DEFAULT.withScaleBy(2)).x().get(0, 0));
    assertEquals(
        3, MatrixReader.read(hdf5("x.h5"), ReadOptions.DEFAULT.withScaleBy(2)).x().get(0, 0));
  }

  @Test
  void ofSeveralOneIsNamed() throws IOException {
    Path path = folder.resolve("two.mat");
    try (Mat5File file = Mat5.newMatFile()) {
      file.addArray("Y", array(new float[][] {{9, 9}}));
      file.addArray("X", array(X));
      Mat5.writeToFile(file, path.toFile());
    }
    Failures.assertSays(() -> MatrixReader.read(path), "several matrices; name one of: Y, X");
    assertIsX(path, ReadOptions.DEFAULT.withEntry("X"));
    Failures.assertSays(
        () -> MatrixReader.read(path, ReadOptions.DEFAULT.withEntry("Z")), "no matrix named Z");
    Path deep = hdf5("x.h5");
    assertIsX(deep, ReadOptions.DEFAULT.withEntry("/deep/X"));
    assertIsX(deep, ReadOptions.DEFAULT.withEntry("deep/X"));
    Failures.assertSays(
        () -> MatrixReader.read(deep, ReadOptions.DEFAULT.withEntry("deep/line")), "/deep/X");
  }

  @Test
  void missingEntriesAreAllowedByOption() throws IOException {
    Path path = folder.resolve("nan.mat");
    try (Mat5File file = Mat5.newMatFile()) {
      file.addArray("X", array(new float[][] {{1, Float.NaN}, {-9, 4}}));
      Mat5.writeToFile(file, path.toFile());
    }
    Failures.assertSays(() -> MatrixReader.read(path), "nan.mat[X]", "NaN");
    Dataset data = MatrixReader.read(path, ReadOptions.DEFAULT.withMissing(MissingCode.of(-9)));
    assertTrue(Float.isNaN(data.x().get(0, 1)));
    assertTrue(Float.isNaN(data.x().get(1, 0)));
  }

  @Test
  void annDataHasNames() throws IOException {
    Path path = annData(false);
    assertIsX(path, ReadOptions.DEFAULT);
    ReadOptions labels =
        ReadOptions.DEFAULT.withLayout(
            TableLayout.DETECTED.withColumns(null, List.of("kind", "depth", "older"), List.of()));
    Dataset data = MatrixReader.read(path, labels);
    assertEquals(List.of("g0", "g1", "g2"), data.columnNames());
    assertEquals("cell", data.idColumn());
    assertEquals(List.of("u", "v"), data.ids());
    assertEquals(List.of("T", ""), data.labels().get("kind"));
    assertEquals(List.of("p", "q"), data.labels().get("older"));
    assertEquals(List.of("2.5", "4.0"), data.labels().get("depth"));
    Dataset layer = MatrixReader.read(path, ReadOptions.DEFAULT.withEntry("layers/twice"));
    assertEquals(14, layer.x().get(1, 2));
    assertEquals(List.of("u", "v"), layer.ids());
    ReadOptions wrong =
        ReadOptions.DEFAULT.withLayout(
            TableLayout.DETECTED.withColumns(null, List.of("kin"), List.of()));
    Failures.assertSays(
        () -> MatrixReader.read(path, wrong), "no column kin in obs", "cell, depth, kind, older");
    ReadOptions dropped =
        ReadOptions.DEFAULT.withLayout(
            TableLayout.DETECTED.withColumns(null, List.of(), List.of("g1")));
    Failures.assertSays(() -> MatrixReader.read(path, dropped), "cannot be left out");
  }

  @Test
  void sparseRowsStaySparse() throws IOException {
    Path path = annData(true);
    Dataset data = MatrixReader.read(path, ReadOptions.DEFAULT.withSparse(true));
    SparseRows rows = assertInstanceOf(SparseRows.class, data.rows());
    assertEquals(4, rows.entries());
    assertEquals(300, data.rows().cols());
    float[][] dense = Matrices.toArray(MatrixReader.read(path).x());
    assertEquals(1.5f, dense[0][1]);
    assertEquals(-2, dense[0][0]);
    assertEquals(3.25f, dense[1][299]);
    assertEquals(7, dense[1][2]);
    Path matlab = folder.resolve("s.mat");
    try (Mat5File file = Mat5.newMatFile()) {
      file.addArray("X", array(X));
      Mat5.writeToFile(file, matlab.toFile());
    }
    assertNull(MatrixReader.read(matlab).columnNames());
  }

  @Test
  void bzip2IsExpanded() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new BZip2CompressorOutputStream(bytes)) {
      out.write("a,b,c\n1.5,-2,0\n3.25,0,7\n".getBytes(StandardCharsets.UTF_8));
    }
    assertIsX(Files.write(folder.resolve("x.csv.bz2"), bytes.toByteArray()), ReadOptions.DEFAULT);
    byte[] cut = Arrays.copyOf(bytes.toByteArray(), bytes.size() - 12);
    Path damaged = Files.write(folder.resolve("y.csv.bz2"), cut);
    Failures.assertSays(() -> MatrixReader.read(damaged), "y.csv.bz2 is not a .bz2 file, or is");
    Path text = Files.writeString(folder.resolve("z.csv.bz2"), "1,2\n");
    Failures.assertSays(() -> MatrixReader.read(text), "z.csv.bz2 is not a .bz2 file");
  }

  /** Cut and changed files are read as numbers, or refused by name; nothing else happens. */
  @Test
  void damagedFilesAreRefusedByName() throws IOException {
    Random random = new Random(20_261_128);
    int refused = 0;
    for (Path whole : List.of(matlab(), hdf5("x.h5"), annData(false), annData(true))) {
      byte[] bytes = Files.readAllBytes(whole);
      for (int trial = 0; trial < 45; trial++) {
        byte[] damaged = bytes.clone();
        if (trial % 3 == 0) {
          damaged = Arrays.copyOf(bytes, random.nextInt(bytes.length));
        } else {
          for (int flips = 1 + random.nextInt(6); flips > 0; flips--) {
            damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
          }
        }
        Path file = Files.write(folder.resolve("damaged-" + whole.getFileName()), damaged);
        try {
          MatrixReader.read(file, ReadOptions.DEFAULT.withMissing(MissingCode.NAN));
        } catch (DataException e) {
          refused++;
          String said = String.valueOf(e.getMessage());
          assertTrue(said.contains(file.getFileName().toString()), said);
        }
      }
    }
    assertTrue(refused > 60, refused + " were refused");
  }
}
