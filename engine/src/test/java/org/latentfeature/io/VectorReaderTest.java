package org.latentfeature.io;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.data.Failures;

class VectorReaderTest {

  private static final double[] NUMBERS = {0, 1.5, 2, 0.25, 7};

  @TempDir Path folder = Path.of("");

  @ParameterizedTest
  @ValueSource(strings = {"(5,)", "(5, 1)", "(1, 5)"})
  void arraysOfAnyShapeThatIsALine(String shape) throws IOException {
    for (String type : new String[] {"<f8", ">f8", "<f4", ">f4", "<f2"}) {
      assertArrayEquals(NUMBERS, read("w.npy", npy(type, shape, NUMBERS)), type);
    }
    for (String type : new String[] {"<i8", ">i4", "|u1", "<u2"}) {
      assertArrayEquals(
          new double[] {0, 3, 1, 2, 9}, read("w.npy", npy(type, shape, 0, 3, 1, 2, 9)), type);
    }
  }

  @Test
  void doublesStayDoubles() throws IOException {
    assertArrayEquals(new double[] {1e300, .1}, read("w.npy", npy("<f8", "(2,)", 1e300, .1)));
  }

  @Test
  void linesOfText() throws IOException {
    assertArrayEquals(NUMBERS, read("w.csv", "0\n1.5\n2\n.25\n7\n".getBytes(UTF_8)));
    assertArrayEquals(NUMBERS, read("w.csv", "0,1.5,2,.25,7\n".getBytes(UTF_8)));
    assertArrayEquals(NUMBERS, read("w.csv", "weight\n0\n1.5\n2\n.25\n7\n".getBytes(UTF_8)));
  }

  @Test
  void whatIsNoListOfNumbersIsRefused() {
    says("w.npy", npy("<f8", "(3, 2)", 1, 2, 3, 4, 5, 6), "w.npy is 3 × 2", "single row or column");
    says("w.npy", npy("<f8", "(1, 2, 1)", 1, 2), "has 3 dimensions");
    says("w.npy", npy("<f8", "(0,)"), "has no numbers", "weights");
    says("w.npy", npy("<f8", "(3,)", 1, 2), "w.npy is truncated");
    says("w.npy", npy("<f8", "(2,)", 1, 2, 3), "w.npy is damaged");
    says("w.npy", npy("<f8", "(2,)", 1, Double.NaN), "number 2 of", "is missing", "weights");
    says("w.npy", npy("<f4", "(2, 1)", 1, Double.NaN), "number 2 of", "is missing", "weights");
    says("w.npy", npy("<f8", "(2,)", Double.POSITIVE_INFINITY, 1), "number 1 of", "Infinity");
    says("w.csv", "1\nNA\n".getBytes(UTF_8), "number 2 of");
  }

  private static byte[] npy(String type, String shape, double... values) {
    return NpyBytes.file(1, NpyBytes.header(type, false, shape), NpyBytes.encode(type, values));
  }

  private double[] read(String name, byte[] content) throws IOException {
    return VectorReader.read(Files.write(folder.resolve(name), content), "weights");
  }

  private void says(String name, byte[] content, String... parts) {
    Failures.assertSays(() -> read(name, content), parts);
  }
}
