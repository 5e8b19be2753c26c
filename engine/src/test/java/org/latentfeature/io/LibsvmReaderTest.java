package org.latentfeature.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.data.Failures;
import org.latentfeature.data.Matrices;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.MatrixShape;

class LibsvmReaderTest {

  @TempDir Path folder = Path.of("");

  @Test
  void sparseRows() throws IOException {
    String text =
        """
        # a comment
        +1 1:0.5 4:-2  # another
        -1

        1,3 qid:7 2:1e1\t3:3
        """;
    float[][] expected = {{.5f, 0, 0, -2}, {0, 0, 0, 0}, {0, 10, 3, 0}};
    for (String extension : new String[] {"libsvm", "svm", "svmlight", "SVM"}) {
      assertArrayEquals(expected, Matrices.toArray(read("x." + extension, text)));
    }
  }

  @Test
  void badLinesAreNamed() {
    says("1 1:2\n0 x:3\n", "line 2 of ", "\"x:3\"", "index:value");
    says("1 5\n", "line 1 of ", "\"5\"");
    says("1 0:3\n", "index 0", "count from 1");
    says("1 -2:3\n", "index -2");
    says("1 2:3 2:4\n", "index 2 after 2", "ascend");
    says("1 3:3 2:4\n", "index 2 after 3");
    says("1 1:abc\n", "\"1:abc\"", "not a number");
    says("1 1:2\n2:5 3:4\n", "line 2 of ", "\"2:5\"", "expected a label");
    says("id,name\n", "line 1 of ", "\"id,name\"");
    says("1 99999999999999999999:1\n", "\"99999999999999999999:1\"");
  }

  @Test
  void memoryIsNotTakenForRowsBeforeAWrongOne() {
    long before = Matrices.directMemory();
    says("1 67108864:1\n1 1:nan\n", "row 2, column 1 ", "NaN");
    assertTrue(Matrices.directMemory() < before + (1L << 28));
  }

  @Test
  void indicesThatNoMatrixHoldsNameTheirLine() {
    says("1 1:1\n1 2147483647:1\n", "line 2 of ", "index 2147483647", "from 1 without gaps");
    says("1 99999999999:1\n", "line 1 of ", "index 99999999999", "largest supported");
    // Each index could be, but not with so many rows.
    says(
        "1 2:1\n1 268435456:1\n" + "1\n".repeat(5000),
        "line 2 of ",
        "index 268435456",
        "5370856603648 bytes",
        "-XX:MaxDirectMemorySize");
  }

  @Test
  void rowsAreFilledUpToTheColumnsThatAreGiven() throws IOException {
    ReadOptions five = ReadOptions.DEFAULT.withColumns(5);
    Path file = Files.writeString(folder.resolve("x.svm"), "1 2:3\n1\n");
    assertArrayEquals(
        new float[][] {{0, 3, 0, 0, 0}, {0, 0, 0, 0, 0}},
        Matrices.toArray(MatrixReader.read(file, five).x()));
    assertEquals(new MatrixShape(2, 5), MatrixReader.shape(file, five));
    Files.writeString(file, "1\n1\n");
    assertEquals(5, MatrixReader.read(file, five).x().cols(), "rows of zeros");
  }

  @Test
  void indicesBeyondTheColumnsAreNamed() throws IOException {
    ReadOptions five = ReadOptions.DEFAULT.withColumns(5);
    Path file = Files.writeString(folder.resolve("x.svm"), "1 2:3\n\n1 1:1 7:2\n");
    for (Executable reading :
        List.<Executable>of(
            () -> MatrixReader.read(file, five), () -> MatrixReader.shape(file, five))) {
      Failures.assertSays(
          reading, "line 3 of ", "x.svm has index 7", "X has 5 columns", "ReadOptions.columns 7");
    }
  }

  @Test
  void valuesThatAreNotFinite() {
    says("1 1:1\n1 2:nan\n", "row 2, column 2 ", "NaN");
    says("1 1:inf\n", "row 1, column 1 ", "Infinity");
    says("1 1:\n", "row 1, column 1 ", "NaN");
    says("1 3:1e39\n", "row 1, column 3 ", "1.0E39");
  }

  @Test
  void nothingInIt() {
    says("", "is empty");
    says("# only this\n\n", "is empty");
    says("1\n2\n", "no columns", "ReadOptions.columns");
  }

  private void says(String text, String... parts) {
    Failures.assertSays(() -> read("x.libsvm", text), parts);
    Failures.assertSays(() -> read("x.libsvm", text), "x.libsvm");
  }

  private Matrix read(String name, String text) throws IOException {
    Path file = Files.writeString(folder.resolve(name), text);
    return MatrixReader.read(file, ReadOptions.DEFAULT).x();
  }
}
