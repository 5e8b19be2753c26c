package org.latentfeature.report.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import j2html.tags.DomContent;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.latentfeature.fit.ChosenCount;
import org.latentfeature.fit.ChosenCount.Candidate;

class ChosenSectionTest {

  private static String html(ChosenCount chosen) {
    return ChosenSection.of(chosen).stream().map(DomContent::render).collect(Collectors.joining());
  }

  @Test
  void aGivenKNeedsNoWords() {
    assertEquals(List.of(), ChosenSection.of(null));
  }

  @Test
  void spectralCountsHaveNoCurves() {
    String html =
        html(new ChosenCount(3, ChosenCount.SPECTRAL, Map.of("gavish_donoho", 3), List.of()));
    assertTrue(html.contains("The fit chose K = 3"), html);
    assertEquals(-1, html.indexOf("<svg"));
  }

  @Test
  void heldOutEntriesAreDrawnWithTheChosenKMarked() {
    List<Candidate> table =
        List.of(
            new Candidate(0, 1, 5000, 1, .1),
            new Candidate(1, .5, 3000, .6, .05),
            new Candidate(2, .4, 3200, .59, 0));
    String html =
        html(new ChosenCount(1, ChosenCount.HELD_OUT, Map.of("held_out_least", 2), table));
    assertTrue(html.contains("within one standard error of 2 features"), html);
    assertEquals(3, html.split("<svg", -1).length);
    assertTrue(html.contains("chosen"), html);
    assertTrue(html.contains("less one standard error"), html);
  }
}
