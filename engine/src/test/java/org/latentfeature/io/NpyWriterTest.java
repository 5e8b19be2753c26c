package org.latentfeature.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Failures;
import org.latentfeature.data.Matrices;
import org.latentfeature.data.Matrix;

class NpyWriterTest {

  @TempDir Path folder = Path.of("");

  @Test
  void matricesOfAnySegmentsComeBack() throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    for (int trial = 0; trial < 60; trial++) {
      int rows = 1 + random.nextInt(300);
      int cols = 1 + random.nextInt(150);
      Matrix x = Matrices.random(rows, cols, 1L + random.nextInt(9000), trial);
      Path file = folder.resolve("x" + trial + ".npy");
      NpyWriter.write(x, file);
      Matrices.assertSame(x, NpyReader.read(file, 1));
    }
  }

  @Test
  void doublesComeBack() throws IOException {
    for (int rows : new int[] {0, 1, 7, 200}) {
      for (int cols : new int[] {0, 1, 101}) {
        Dense m = new Dense(rows, cols);
        SplittableRandom random = new SplittableRandom(2);
        for (int p = 0; p < rows * cols; p++) {
          m.values()[p] = random.nextGaussian();
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        NpyWriter.write(m, out);
        Dense back = NpyReader.readDense(new ByteArrayInputStream(out.toByteArray()), "W");
        assertEquals(rows, back.rows());
        assertEquals(cols, back.cols());
        assertArrayEquals(m.values(), back.values());
      }
    }
  }

  @Test
  void bitsComeBack() throws IOException {
    for (int rows : new int[] {1, 63, 64, 65, 5000}) {
      for (int cols : new int[] {0, 1, 35}) {
        BinaryMatrix z = Matrices.randomBinary(rows, cols, 3);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        NpyWriter.write(z, out);
        assertEquals(z, NpyReader.readBinary(new ByteArrayInputStream(out.toByteArray()), "Z"));
      }
    }
  }

  @Test
  void theBytesAreThoseOfNumpy() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    NpyWriter.write(Matrix.of(new float[][] {{1, -2}}), out);
    byte[] bytes = out.toByteArray();
    assertEquals(128 + 8, bytes.length);
    String header = "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2), }";
    assertArrayEquals(NpyBytes.file(1, header, NpyBytes.encode("<f4", 1, -2)), bytes);
    assertEquals('\n', bytes[127]);
    assertEquals("NUMPY", new String(bytes, 1, 5, StandardCharsets.US_ASCII));
  }

  @Test
  void incidenceFilesAreReadAsIncidence() throws IOException {
    BinaryMatrix z = Matrices.randomBinary(130, 5, 4);
    Path npy = folder.resolve("z.npy");
    NpyWriter.write(z, npy);
    assertEquals(z, BinaryMatrixReader.read(npy, ReadOptions.DEFAULT));
    Path csv = folder.resolve("z.csv");
    CsvWriter.write(z, null, null, csv);
    assertEquals(z, BinaryMatrixReader.read(csv, ReadOptions.DEFAULT));
    Files.writeString(csv, "a,b\n0,1\n1,0.5\n");
    Failures.assertSays(
        () -> BinaryMatrixReader.read(csv, ReadOptions.DEFAULT),
        "row 2, column 2 (counting from 1) of " + csv + " is 0.5",
        "only 0 and 1");
  }
}
