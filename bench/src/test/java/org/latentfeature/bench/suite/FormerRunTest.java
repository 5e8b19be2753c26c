package org.latentfeature.bench.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FormerRunTest {

  private static final Path FILE = Path.of("former.json");

  @TempDir Path folder;

  @Test
  void aReportComesBackAsItWasWritten() {
    Report report =
        Reports.report(Reports.measurement("sweep", 0.1, 1e-7), Reports.measurement("fit", 3.0));
    Path file = folder.resolve("report.json");
    ReportFile.write(report, file);
    assertEquals(report, ReportFile.read(file));
  }

  @Test
  void anotherNumberOfThreadsIsRefusedWithBothNumbers() {
    Report former = Reports.report(Reports.measurement("sweep", 1.0));
    String said =
        String.valueOf(
            assertThrows(
                    IllegalArgumentException.class,
                    () -> new FormerRun(FILE, former, Reports.threads(1)))
                .getMessage());
    assertTrue(said.contains("threads was 2 and is 1 now"), said);
    assertFalse(said.contains("backend"), said);
  }

  @Test
  void otherVersionsAreWhatIsCompared() {
    Report former = Reports.report(Reports.measurement("sweep", 4.0));
    Setting now =
        new Setting(
            "Processor X", 4, "Linux amd64", "openblas", "Core Y", 2, "single precision", Map.of());
    Measurement measured = Reports.measurement("sweep", 2.0);
    Measurement then = new FormerRun(FILE, former, now).formerly(measured);
    assertNotNull(then);
    assertEquals(2, FormerRun.ratio(then, measured));
    assertNull(new FormerRun(FILE, former, now).formerly(Reports.measurement("polish", 1.0)));
  }

  @Test
  void overlappingIterationsMayBeChance() {
    Measurement then = Reports.measurement("sweep", 1.0, 2.0);
    assertTrue(FormerRun.isWithinNoise(then, Reports.measurement("sweep", 1.9, 3.0)));
    assertTrue(FormerRun.isWithinNoise(then, Reports.measurement("sweep", 0.5, 1.1)));
    assertFalse(FormerRun.isWithinNoise(then, Reports.measurement("sweep", 2.1, 3.0)));
    assertFalse(FormerRun.isWithinNoise(then, Reports.measurement("sweep", 0.5, 0.9)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "{}", "null", "{\"measurements\": []}", "not json"})
  void whatIsNoReportIsNamed(String content) throws IOException {
    Path file = Files.writeString(folder.resolve("other.json"), content);
    String said =
        String.valueOf(
            assertThrows(IllegalArgumentException.class, () -> ReportFile.read(file)).getMessage());
    assertTrue(said.contains("other.json") && said.contains("--json"), said);
  }
}
