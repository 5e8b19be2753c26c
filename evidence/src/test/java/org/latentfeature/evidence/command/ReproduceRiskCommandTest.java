package org.latentfeature.evidence.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.cli.Run;
import org.latentfeature.data.SyntheticProblem;

/** {@code lfm reproduce risk}: held-out risks of the convex fit. */
final class ReproduceRiskCommandTest {

  @TempDir Path folder;

  private Run small(Object... more) {
    List<Object> words = new ArrayList<>(List.of("reproduce", "risk", "--backend", "java"));
    words.addAll(List.of("-o", folder.resolve("page"), "--rows", "60,120", "--steps", "1,2,4"));
    words.addAll(List.of("--columns", 8, "-k", 2, "--held-out", 50, "--seeds", 1));
    words.addAll(Arrays.asList(more));
    return Run.lfm(words.toArray());
  }

  private List<String[]> table() throws IOException {
    return Files.readAllLines(folder.resolve("page/errors.tsv")).stream()
        .skip(1)
        .map(line -> line.split("\t", -1))
        .toList();
  }

  private static double number(String[] line, int column) {
    return Double.parseDouble(line[column]);
  }

  @Test
  void moreStepsLowerTheRiskOfRowsThatWereNotFitted() throws IOException {
    small().succeeds();
    List<String[]> lines = table();
    // Three numbers of steps at 120 rows, and 60 rows at two steps a feature.
    assertEquals(4, lines.size());
    double[] relaxed = new double[3];
    for (int i = 0; i < 3; i++) {
      String[] line = lines.get(i);
      assertEquals("120", line[0]);
      assertEquals(List.of("2", "4", "8").get(i), line[5]);
      assertTrue(number(line, 9) <= number(line, 5), "more atoms than steps");
      relaxed[i] = number(line, 10);
      assertEquals(truth(170, 120), number(line, 13), 1e-5);
    }
    assertTrue(relaxed[2] < .5 * relaxed[0], () -> Arrays.toString(relaxed));
    assertEquals("60", lines.get(3)[0]);
    assertEquals(truth(110, 60), number(lines.get(3), 13), 1e-5);
    String page = Files.readString(folder.resolve("page/index.html"));
    assertTrue(page.contains("<svg") && page.contains("lfm reproduce risk"), page);
  }

  /** The risk of the true dictionary on the last rows, by its four codes. */
  private static double truth(int rows, int fitted) {
    SyntheticProblem problem = SyntheticProblem.dense(rows, 8, 2, .1, 1);
    double sum = 0;
    for (int i = fitted; i < rows; i++) {
      double least = Double.POSITIVE_INFINITY;
      for (int code = 0; code < 4; code++) {
        double error = 0;
        for (int j = 0; j < 8; j++) {
          double rest =
              problem.x().get(i, j)
                  - (code & 1) * problem.w().get(0, j)
                  - (code >> 1) * problem.w().get(1, j);
          error += rest * rest / 2;
        }
        least = Math.min(least, error);
      }
      sum += least;
    }
    return sum / (rows - fitted);
  }

  @Test
  void whatIsThereIsNotMadeAgain() throws IOException {
    small().succeeds();
    String first = Files.readString(folder.resolve("page/errors.tsv"));
    small().succeeds();
    assertEquals(first, Files.readString(folder.resolve("page/errors.tsv")));
  }

  @ParameterizedTest
  @CsvSource({
    "-k, 61, --features is 61",
    "--steps, 0, 0",
    "--penalty, 0, --penalty is 0.0",
    "--penalty, 0.6, --penalty is 0.6",
    "--sigma, -1, --sigma is -1.0",
    "--held-out, 0, --held-out is 0"
  })
  void optionsOutOfRange(String option, String value, String words) {
    Run.lfm("reproduce", "risk", "-o", folder.resolve("page"), "--rows", 60, option, value)
        .isWrongUse(words);
    assertFalse(Files.exists(folder.resolve("page")));
  }
}
