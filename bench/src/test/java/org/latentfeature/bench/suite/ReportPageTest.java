package org.latentfeature.bench.suite;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.latentfeature.bench.step.CountedWork;

final class ReportPageTest {

  private static final History NONE = new History(List.of());

  private static final Measurement WITHOUT_PRODUCTS =
      new Measurement(
          "expectation",
          "200x50x4",
          List.of(1.0),
          new CountedWork(0, 0, 2e9),
          2.0,
          new MeasuredLimits(4e9, 2e9, 4e9));

  private static final Measurement ON_A_CARD =
      new Measurement("sweep", "300x50x4", List.of(1.0), new CountedWork(1e9, 0, 2e9), 2.0, null);

  @Test
  void everyProblemWithProductsAndLimitsHasAChartAndEveryStepARow() {
    Report report =
        Reports.report(
            Reports.measurement("sweep", 1.0),
            Reports.measurement("refine", 2.0),
            WITHOUT_PRODUCTS,
            ON_A_CARD);
    String html = ReportPage.of(report, NONE).toHtml();
    assertEquals(1, html.split("<svg ", -1).length - 1, "charts");
    assertTrue(html.contains("aria-label=\"roofline 100x50x4\""), html);
    for (String expected :
        List.of("Processor X", "refine", "expectation", "200x50x4", "300x50x4")) {
      assertTrue(html.contains(expected), expected);
    }
  }

  @Test
  void withoutLimitsThereIsTheTableAlone() {
    String html = ReportPage.of(Reports.report(ON_A_CARD), NONE).toHtml();
    assertFalse(html.contains("<svg "), html);
    assertTrue(html.contains("300x50x4"), html);
  }

  /** In the order of their starts, whatever that of the files; each step from its first run on. */
  @Test
  void formerRunsAreDrawnFromTheOldestOn() {
    Report first = at("2026-01-01T00:00:00Z", Reports.measurement("sweep", 4.0));
    Report second =
        at(
            "2026-01-02T00:00:00Z",
            Reports.measurement("sweep", 2.0),
            Reports.measurement("refine", 3.0));
    Report now =
        at(
            "2026-01-03T00:00:00Z",
            Reports.measurement("sweep", 1.0),
            Reports.measurement("refine", 6.0),
            Reports.measurement("fit", 1.0));
    History history = new History(List.of(run(second), run(first)));
    FormerRun newest = history.newest();
    assertTrue(newest != null && newest.former().equals(second));
    Map<String, double[]> speeds = history.speeds(now).getOrDefault("100x50x4", Map.of());
    assertEquals(Set.of("sweep", "refine"), speeds.keySet());
    assertArrayEquals(new double[] {1, 2, 4}, speeds.get("sweep"));
    assertArrayEquals(new double[] {Double.NaN, 1, .5}, speeds.get("refine"));
    String html = ReportPage.of(now, history).toHtml();
    assertTrue(html.contains("aria-label=\"history 100x50x4\""), html);
    assertTrue(html.contains("3: 2026-01-03T00:00:00Z"), html);
  }

  private static Report at(String started, Measurement... measurements) {
    return new Report(started, Reports.SETTING, 0, 0, List.of(measurements));
  }

  private static FormerRun run(Report report) {
    return new FormerRun(Path.of("former.json"), report, Reports.SETTING);
  }
}
