package org.latentfeature.evidence.recovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.latentfeature.backend.BackendInfo;

class RiskPageTest {

  /** Stopped at the first fit, of which N and T are those of one chart only. */
  @Test
  void aPageOfOneFitHasOneChart() {
    RiskFit.Setting setting = new RiskFit.Setting(100, 9, 3, .1, 1, 5, .01, 50, "java");
    RiskFit fit = new RiskFit(setting, 4, .3, .2, .4, .1, 50, 1);
    BackendInfo backend = new BackendInfo("java", "processor", 1, Map.of());
    String html = RiskPage.of(List.of(fit), 100, 6, backend, "lfm reproduce risk", "lfm").toHtml();
    assertTrue(html.contains("N = 100: risks less"), html);
    assertFalse(html.contains("T = 6"), html);
  }

  @Test
  void aPowerHasItsExponentAsSlope() {
    double[] x = {1, 2, 4, 9};
    assertEquals("-1.00", RiskPage.slope(x, new double[] {3, 1.5, .75, 1 / 3.}));
    assertEquals("-0.50", RiskPage.slope(x, new double[] {1, Math.sqrt(.5), -.01, 1 / 3.}));
    assertEquals("–", RiskPage.slope(x, new double[] {1, -1, 0, -2}));
  }
}
