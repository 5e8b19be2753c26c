package org.latentfeature.bench.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.latentfeature.bench.step.CountedWork;

final class ReportTextTest {

  private static final Path FILE = Path.of("former.json");

  private static String only(String text, String start) {
    List<String> found = text.lines().filter(line -> line.startsWith(start)).toList();
    assertEquals(1, found.size(), text);
    return found.get(0);
  }

  private static List<String> cells(String line) {
    return List.of(line.substring(2, line.length() - 2).split(" +\\| +", -1));
  }

  @Test
  void aRowHoldsTimeRatesLimitsAndShare() {
    String text = ReportText.of(Reports.report(Reports.measurement("sweep", 0.9, 1.0, 1.1)), null);
    assertEquals(
        List.of(
            "sweep",
            "100x50x4",
            "memory",
            "1.00",
            "10 %",
            "2.0",
            "1.0",
            "4.0",
            "2.0",
            "4.0",
            "0.500",
            "50 %"),
        cells(only(text, "| sweep")));
  }

  @Test
  void theHeadSaysOnWhatItRan() {
    String text = ReportText.of(Reports.report(Reports.measurement("fit", 1.0)), null);
    assertTrue(text.startsWith("**lfm bench**, 2026-01-02T03:04:05Z\n"), text);
    assertEquals("- machine: Processor X, 4 processors, Linux amd64", only(text, "- machine"));
    assertEquals("- backend: openblas on Core Y, single precision", only(text, "- backend"));
    assertEquals("- threads: 2", only(text, "- threads"));
    assertEquals("- versions: java 17, lfm 1, openblas 0.3", only(text, "- versions"));
    assertEquals("- load average: 0.25 before, 1.50 after", only(text, "- load"));
  }

  @Test
  void aComparisonAddsTheRatioAndMarksWhatMayBeChance() {
    Report former =
        Reports.report(
            Reports.measurement("sweep", 1.9, 2.0, 2.1), Reports.measurement("polish", 0.9, 1.1));
    Report now =
        Reports.report(
            Reports.measurement("sweep", 0.9, 1.0, 1.1),
            Reports.measurement("polish", 0.95, 1.15),
            Reports.measurement("refine", 1.0));
    String text = ReportText.of(now, new FormerRun(FILE, former, Reports.SETTING));
    assertEquals(List.of("2.00", "2.00"), cells(only(text, "| sweep")).subList(12, 14));
    assertEquals(List.of("1.00", "~0.95"), cells(only(text, "| polish")).subList(12, 14));
    assertEquals(List.of("–", "–"), cells(only(text, "| refine")).subList(12, 14));
    assertTrue(only(text, "- former run").contains("2026-01-02T03:04:05Z"), text);
  }

  @Test
  void withoutLimitsTheirCellsAreEmpty() {
    Measurement m =
        new Measurement("fit", "9x9x2", List.of(2.0), new CountedWork(1e9, 0, 4e9), 2.0, null);
    List<String> cells = cells(only(ReportText.of(Reports.report(m), null), "| fit"));
    assertEquals(
        List.of("fit", "9x9x2", "–", "2.00", "0 %", "2.0", "0.5", "–", "2.0", "–", "–", "–"),
        cells);
  }

  @Test
  void numbersAreTheSameInEveryLocale() {
    Report report = Reports.report(Reports.measurement("sweep", 0.00123456));
    String text = ReportText.of(report, null);
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.GERMANY);
      assertEquals(text, ReportText.of(report, null));
    } finally {
      Locale.setDefault(before);
    }
    assertTrue(text.contains(" 0.00123 "), text);
  }

  @Test
  void linesOfATableAreEquallyLong() {
    MarkdownTable table = new MarkdownTable(1, List.of("a", "number"));
    table.add(List.of("a long word", "1"));
    table.add(List.of("b", "123456789"));
    assertEquals(
        """
        | a           |    number |
        |-------------|----------:|
        | a long word |         1 |
        | b           | 123456789 |
        """,
        table.toString());
    assertThrows(IllegalArgumentException.class, () -> table.add(List.of("one")));
  }
}
