package org.latentfeature.cli.lasso;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.cli.Run;

/** What a fit says beside its result. */
class FitNotesTest {

  private static final int ROWS = 600;

  @TempDir Path folder;

  /**
   * Three appliances on one meter, of which the last takes as much as the others and {@code more}.
   */
  private Run fit(double more) throws IOException {
    double[] watts = {40, 70, 110 + more};
    StringBuilder text = new StringBuilder("watts\n");
    for (int i = 0; i < ROWS; i++) {
      double sum = 2 * CounterRandom.normal(4, i, 0);
      for (int a = 0; a < watts.length; a++) {
        sum += CounterRandom.uniform(5, i, a) < .5 ? watts[a] : 0;
      }
      text.append(String.format(Locale.ROOT, "%.3f%n", sum));
    }
    Path table = Files.writeString(folder.resolve("meter.csv"), text);
    return Run.lfm("fit", table, "-k", 3, "-o", folder.resolve("m.lfm")).succeeds();
  }

  @Tag("whole")
  @Test
  void codesThatNoiseHidesAreNamed() throws IOException {
    String close = fit(4).err();
    assertTrue(close.contains("noise hides codes: features 2 + 3 instead of 1"), close);
    String apart = fit(40).err();
    assertFalse(apart.contains("noise hides codes"), apart);
  }

  /** One column of much noise says nothing of the codes where it has no weight in them. */
  @Test
  void noiseIsThatOfWeightedColumns() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 200; i++) {
      for (int j = 0; j < 8; j++) {
        double sum = (j == 0 ? 2 : .1) * CounterRandom.normal(6, i, j);
        for (int k = 0; k < 3; k++) {
          sum += CounterRandom.uniform(7, i, k) < .5 ? CounterRandom.normal(8, k, j) : 0;
        }
        text.append(String.format(Locale.ROOT, j == 0 ? "%.4f" : ",%.4f", sum));
      }
      text.append('\n');
    }
    Path table = Files.writeString(folder.resolve("x.csv"), text);
    Path model = folder.resolve("m.lfm");
    Run weighted =
        Run.lfm("fit", table, "-k", 3, "--column-weights", "noise", "-o", model).succeeds();
    assertFalse(weighted.err().contains("noise hides codes"), weighted.err());
    Run plain = Run.lfm("fit", table, "-k", 3, "--view", "plain", "-o", model).succeeds();
    assertTrue(plain.err().contains("noise hides codes"), plain.err());
  }
}
