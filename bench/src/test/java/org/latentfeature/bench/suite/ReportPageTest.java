package org.latentfeature.bench.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.latentfeature.bench.step.CountedWork;

final class ReportPageTest {

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
    String html = ReportPage.of(report, null).toHtml();
    assertEquals(1, html.split("<svg ", -1).length - 1, "charts");
    assertTrue(html.contains("aria-label=\"roofline 100x50x4\""), html);
    for (String expected :
        List.of("Processor X", "refine", "expectation", "200x50x4", "300x50x4")) {
      assertTrue(html.contains(expected), expected);
    }
  }

  @Test
  void withoutLimitsThereIsTheTableAlone() {
    String html = ReportPage.of(Reports.report(ON_A_CARD), null).toHtml();
    assertFalse(html.contains("<svg "), html);
    assertTrue(html.contains("300x50x4"), html);
  }
}
