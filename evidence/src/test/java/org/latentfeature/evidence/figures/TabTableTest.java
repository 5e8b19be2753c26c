package org.latentfeature.evidence.figures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.data.DataException;

/** Tables that people edit: the record, and the results so far. */
class TabTableTest {

  private static final String HEAD = "dataset\tmetric\tmethod\tK\tbest\tmedian\tcount\n";

  @TempDir Path folder;

  private Path file(String content) throws IOException {
    return Files.writeString(folder.resolve("table.tsv"), content);
  }

  private static void assertSays(Executable action, String... words) {
    String message = String.valueOf(assertThrows(DataException.class, action).getMessage());
    for (String word : words) {
      assertTrue(message.contains(word), () -> "no \"" + word + "\" in: " + message);
    }
  }

  @Test
  void theRecordIsRead() throws IOException {
    RecordedFigures recorded =
        RecordedFigures.read(
            file(
                HEAD
                    + "Yeast\trmse_noisy\tMCMC\t3\t0.5\tnan\t20\r\n"
                    + "\n"
                    + "Yeast\trmse_noisy\tSpectral\t3\t0.25\t\t1\n"
                    + "Yeast\trmse_noisy\tMCMC\t1\t0.3\t\t1\n"
                    + "Yeast\trmse_noisy\tMCMC\t3\t0.6\t\t1\n"
                    + "Yeast\tbp_objective\tBP\t3\t0.001\t0\t1\n"));
    assertEquals("Spectral", recorded.best("Yeast", Metric.RMSE_NOISY, 3).orElseThrow().method());
    assertEquals(2, recorded.methods("Yeast", Metric.RMSE_NOISY).size());
    // Recorded twice, and in no order.
    assertEquals(
        List.of(.3, .5),
        recorded.of("Yeast", Metric.RMSE_NOISY, "MCMC").stream()
            .map(RecordedFigures.Entry::best)
            .toList());
    assertTrue(recorded.best("Yeast", Metric.RMSE_NOISY, 4).isEmpty());
    assertTrue(recorded.best("Yeast", Metric.HAMMING, 3).isEmpty());
  }

  @ParameterizedTest
  @CsvSource({
    "x, 0.5, 20, 'column K', '''x'', not a whole number'",
    "0, 0.5, 20, 'column K', at least 1",
    "3, ?, 20, 'column best', '''?'', not a number'",
    "3, NaN, 20, 'column best', not a finite number",
    "3, -1, 20, 'column best', not below 0",
    "3, '', 20, 'column best', is empty",
    "3, 0.5, 1.5, 'column count', '''1.5'', not a whole number'",
  })
  void aCellThatCannotBeReadIsNamed(String k, String best, String count, String column, String what)
      throws IOException {
    Path file =
        file(
            HEAD
                + "A\trmse\tM\t1\t1\t1\t1\n"
                + "A\trmse\tM\t%s\t%s\t1\t%s\n".formatted(k, best, count));
    assertSays(() -> RecordedFigures.read(file), "table.tsv, line 3", column, what);
  }

  @Test
  void linesOfAnotherLengthAndMissingColumnsAreNamed() throws IOException {
    Path shorter = file(HEAD + "A\trmse\tM\t1\n");
    assertSays(() -> RecordedFigures.read(shorter), "line 2", "4 cells", "7 columns");
    Path nameless = file("dataset\tmetric\n");
    assertSays(() -> RecordedFigures.read(nameless), "line 1", "'method'");
    Path empty = file("");
    assertSays(() -> RecordedFigures.read(empty), "is empty");
    assertSays(() -> RecordedFigures.read(folder.resolve("none.tsv")), "there is no file");
    Path binary = Files.write(folder.resolve("b.tsv"), new byte[] {'a', (byte) 0xff, (byte) 0xfe});
    assertSays(() -> RecordedFigures.read(binary), "UTF-8");
  }

  @Test
  void resultsOfAnUnknownMethodAreNamed() throws IOException {
    Path file = folder.resolve("results.tsv");
    ResultsFile results = new ResultsFile(file);
    results.add(List.of(new TrialOutcome("A", Approach.FIT, 1, 0, "abc", 1, .5, 0, 1.5, 1, 2)));
    assertEquals(1, new ResultsFile(file).of("abc").size());
    Files.writeString(file, Files.readString(file).replace("\tfit\t", "\tmagic\t"));
    assertSays(() -> new ResultsFile(file), "line 2", "magic");
  }
}
