package org.latentfeature.examples.spark;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The programs say what they did. */
final class FitOnSparkTest {

  private interface Program {
    void run() throws IOException;
  }

  private static String output(Program program) throws IOException {
    PrintStream before = System.out;
    ByteArrayOutputStream heard = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(heard, true, StandardCharsets.UTF_8)) {
      System.setOut(out);
      program.run();
    } finally {
      System.setOut(before);
    }
    return heard.toString(StandardCharsets.UTF_8);
  }

  @Test
  void rowsAreFittedAndCoded() throws IOException {
    String fit = output(() -> FitOnSpark.main(new String[] {"local[2]", "4000", "30", "5", "3"}));
    assertTrue(fit.contains("5 features, rmse 0.99"), fit);
    assertTrue(fit.contains("noise in the rows has standard deviation 1"), fit);
    assertTrue(fit.contains("for every command of lfm"), fit);
    String costs = output(() -> CostOfRounds.main(new String[] {"3000", "20", "4"}));
    assertTrue(costs.lines().count() == 4, costs);
  }

  @Test
  void wordsThatAreNoNumbersAreNamed() {
    assertUsage("ROWS is '1e6', which", "usage: MASTER [ROWS", "local[2]", "1e6");
    assertUsage("K is '0', which", "usage: MASTER [ROWS", "local[2]", "40", "30", "0");
    assertUsage("K is 'x', which", "usage: MASTER FILE.parquet [K]", "local[2]", "a.parquet", "x");
  }

  private static void assertUsage(String wrong, String usage, String... args) {
    String message =
        String.valueOf(
            assertThrows(IllegalArgumentException.class, () -> FitOnSpark.main(args)).getMessage());
    assertTrue(message.contains(wrong) && message.contains(usage), message);
  }
}
