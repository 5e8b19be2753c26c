package org.latentfeature.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.cli.fuzz.Choice;
import org.latentfeature.data.Matrix;
import org.latentfeature.io.NpyWriter;

/**
 * A hundred and twenty small problems with known features, far from 0 or with an entry that stands
 * for something else: each fit has the error of the noise, or is refused by name.
 */
@Tag("whole")
class SizesFuzzTest {

  private static final long SEED = 20_261_126;
  private static final int ROWS = 60;
  private static final int COLUMNS = 8;
  private static final double NOISE = .05;

  @TempDir Path folder = Path.of("");

  private static double[][] numbers(long seed) {
    double[][] x = new double[ROWS][COLUMNS];
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < COLUMNS; j++) {
        x[i][j] = NOISE * CounterRandom.normal(seed, i, j);
        for (int k = 0; k < 2; k++) {
          boolean has = CounterRandom.uniform(seed + 1, i, k) < .5;
          x[i][j] += has ? CounterRandom.normal(seed + 2, k, j) : 0;
        }
      }
    }
    return x;
  }

  private Run fit(double[][] x, Object... more) throws IOException {
    Path file = folder.resolve("x.npy");
    NpyWriter.write(Matrix.of(x), file);
    List<Object> words = new ArrayList<>(List.of("fit", file, "--json", "--backend", "java"));
    words.addAll(List.of("-o", folder.resolve("m.lfm")));
    words.addAll(List.of(more));
    return Run.lfm(words.toArray());
  }

  private static double rmse(Run run) {
    return run.succeeds().json().get("rmse").getAsDouble();
  }

  @Test
  void offsetsAreToldOfHeldOrRefused() throws IOException {
    int refused = 0;
    for (int number = 0; number < 80; number++) {
      Choice choice = new Choice(SEED + 7919L * number);
      double[][] x = numbers(number);
      double offset = Math.pow(10, choice.between(0, 9));
      boolean one = choice.oneIn(2);
      for (double[] row : x) {
        for (int j = 0; j < COLUMNS; j++) {
          row[j] += one && j != 3 ? 0 : offset;
        }
      }
      boolean intercept = choice.oneIn(2);
      Run run = intercept ? fit(x, "-k", 2, "--intercept") : fit(x, "-k", 3);
      String name = "case %d, %s, offset %s".formatted(number, intercept, offset);
      if (run.status() == 1) {
        refused++;
        assertTrue(offset >= 1e5, () -> name + "\n" + run);
        assertTrue(run.err().contains("subtract the mean"), () -> name + "\n" + run);
        continue;
      }
      assertTrue(offset < 1e7, () -> name + "\n" + run);
      boolean told = run.err().contains("standard deviations from 0");
      assertTrue(offset > 10 || !told, name);
      assertTrue(offset < 1e4 || told != intercept, name);
      if (intercept) {
        assertTrue(rmse(run) < 2 * NOISE, () -> name + "\n" + run);
      } else {
        assertTrue(rmse(run) < 1, () -> name + "\n" + run);
      }
    }
    assertTrue(refused > 5 && refused < 60, refused + " were refused");
  }

  @Test
  void fillValuesAreNamedAndTheAdviceHelps() throws IOException {
    for (int number = 0; number < 40; number++) {
      Choice choice = new Choice(SEED - 7919L * number);
      double[][] x = numbers(number);
      float fill = Float.parseFloat(choice.of("9.96921E36", "-9.96921E36", "1.0E30", "-1.0E20"));
      int row = choice.between(0, ROWS - 1);
      int col = choice.between(0, COLUMNS - 1);
      x[row][col] = fill;
      Run run = choice.oneIn(2) ? fit(x, "-k", 2) : fit(x, "-k", 2, "--robust");
      run.fails("row %d, column %d".formatted(row + 1, col + 1), "--missing " + fill);
      Run again = fit(x, "-k", 2, "--missing", fill);
      int problem = number;
      assertTrue(rmse(again) < 1.5 * NOISE, () -> "case " + problem + "\n" + again);
    }
  }
}
