package org.latentfeature.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.cli.fuzz.Choice;
import org.latentfeature.cli.fuzz.NpyFiles;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Matrix;
import org.latentfeature.io.MatrixReader;
import org.latentfeature.io.VectorReader;

/**
 * Four hundred tables and lists of weights whose numbers are known, as other programs lay them out:
 * each is read right, or refused with a way out.
 */
class TableFuzzTest {

  private static final int CASES = 300;
  private static final long SEED = 20_261_126;

  @TempDir Path folder = Path.of("");
  private int readable;

  @Test
  void tablesAreReadRightOrRefused() throws IOException {
    for (int number = 0; number < CASES; number++) {
      table(new Choice(SEED + 7919L * number), "case " + number);
    }
    assertTrue(readable > CASES / 5 && readable < CASES * 4 / 5, readable + " tables were read");
  }

  private void table(Choice choice, String name) throws IOException {
    float[][] x = numbers(choice, choice.between(4, 9), choice.between(2, 5));
    String separator = choice.of(",", ",", ";", "\t", " ");
    String header = header(choice, x[0].length, separator);
    String text = header + rows(x, separator, separator.equals(" ") && choice.oneIn(3));
    String decorated = decorate(choice, text, separator);
    Path file = folder.resolve(choice.of("x.csv", "x.tsv", "x.txt", "x.txt"));
    Files.write(
        file,
        decorated.getBytes(choice.oneIn(2) ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1));
    try {
      Matrix read = MatrixReader.read(file).x();
      readable++;
      assertEquals(x.length, read.rows(), () -> name + "\n" + decorated);
      for (int i = 0; i < x.length; i++) {
        float[] row = new float[read.cols()];
        read.getRow(i, row);
        assertArrayEquals(x[i], row, name + "\n" + decorated);
      }
    } catch (DataException e) {
      String said = String.valueOf(e.getMessage());
      boolean wayOut = said.matches("(?s).*(: |; |, expected|not valid).*");
      assertTrue(said.contains(file.toString()) && wayOut, () -> name + ": " + said);
      // What nothing was done to is never refused, but for its name.
      assertTrue(!decorated.equals(text) || !isPlain(header, separator, file), said);
    }
  }

  private static boolean isPlain(String header, String separator, Path file) {
    return file.toString().endsWith(".csv")
        && separator.equals(",")
        && (header.isEmpty() || header.startsWith("a"));
  }

  private static float[][] numbers(Choice choice, int rows, int cols) {
    float[][] x = new float[rows][cols];
    for (float[] row : x) {
      for (int j = 0; j < cols; j++) {
        row[j] = (choice.below(4000) * 2 + 1) / 1024f;
      }
    }
    return x;
  }

  private static String rows(float[][] x, String separator, boolean aligned) {
    StringBuilder text = new StringBuilder();
    for (float[] row : x) {
      List<String> cells = new ArrayList<>();
      for (float value : row) {
        String cell = Float.toString(value);
        cells.add(aligned ? String.format(Locale.ROOT, "%14s", cell) : cell);
      }
      text.append(String.join(separator, cells)).append('\n');
    }
    return text.toString();
  }

  /** None, names, names of other letters, or all years. */
  private static String header(Choice choice, int cols, String separator) {
    String prefix = choice.of("", "a", "a", "ä", "20");
    return prefix.isEmpty()
        ? ""
        : IntStream.range(0, cols)
                .mapToObj(j -> prefix + (prefix.equals("20") ? "0" + (j + 1) : "" + j))
                .collect(Collectors.joining(separator))
            + "\n";
  }

  private static String decorate(Choice choice, String text, String separator) {
    return switch (choice.below(9)) {
      case 0 -> "# exported, by x\n" + text;
      case 1 -> "% " + choice.token().replaceAll("[\\x00-\\x1f\"]", "") + "\n%\n" + text;
      case 2 -> "sep=" + separator + "\n" + text;
      case 3 -> text.replaceAll("(?m)(.)$", "$1" + separator);
      case 4 -> text + "# end\n";
      case 5 -> text.replace("\n", "\r\n");
      default -> text;
    };
  }

  @Test
  void weightsAreReadRightOrRefused() throws IOException {
    for (int number = 0; number < 100; number++) {
      Choice choice = new Choice(SEED + number);
      int count = choice.between(1, 9);
      double[] weights = new double[count];
      for (int i = 0; i < count; i++) {
        weights[i] = choice.below(9);
      }
      String type = choice.of("<f4", "<f8", ">f4", "<i4", "|u1", "<i8");
      String shape =
          choice.of("(%d,)", "(%d, 1)", "(1, %d)", "(2, %d)", "()", "(%d, 1, 1)").formatted(count);
      Path file =
          Files.write(folder.resolve("w.npy"), NpyFiles.of(type, shape, choice.oneIn(2), weights));
      boolean line =
          List.of("(%d,)", "(%d, 1)", "(1, %d)").stream()
              .anyMatch(form -> form.formatted(count).equals(shape));
      try {
        assertArrayEquals(weights, VectorReader.read(file, "weights"), shape);
        assertTrue(line, shape);
      } catch (DataException e) {
        assertTrue(!line && String.valueOf(e.getMessage()).contains("w.npy"), e::getMessage);
      }
    }
  }
}
