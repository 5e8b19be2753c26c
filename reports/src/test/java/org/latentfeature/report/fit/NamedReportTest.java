package org.latentfeature.report.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;

/** Names of rows and features, and labels of rows, on the page of a fit. */
class NamedReportTest {

  private static String page(ReportedFit fit) {
    return new FitReport(fit).page(ParsedPage.ORIGIN).toHtml();
  }

  @Test
  void featuresAndRowsAreNamedWhereverTheyStand() throws Exception {
    ReportedFit fit = TestFits.named();
    String html = page(fit);
    ParsedPage.parsed(fit);
    assertTrue(html.contains("Feature 1 beard: "), html);
    assertTrue(html.contains("3 &lt;dark&gt; glasses"), html);
    assertTrue(html.contains("Features 1 beard and 2 never occur together"), html);
    int worst = Residuals.of(fit.x(), fit.codes(), fit.w()).worst(1)[0];
    assertTrue(html.contains("<bdi>who " + (worst + 1) + "</bdi>"), "the worst row");
    assertTrue(Pattern.compile(", such as who \\d+, who \\d+, who \\d+").matcher(html).find());
    String plain = page(TestFits.withComplement(null));
    assertFalse(plain.contains("such as") || plain.contains("lifts\""), "no names, no labels");
  }

  /** Against the definition: share of the label's rows, and that divided by the overall share. */
  @Test
  void aTableTellsTheShareAndLiftOfEachLabel() {
    ReportedFit fit = TestFits.named();
    BinaryMatrix z = fit.codes().z();
    Matcher cells =
        Pattern.compile(
                "<td[^>]*?title=\"north: (\\d+) of 45 rows[^>]*>(\\d+) %<br ?/?>×([\\d.]+)</td>")
            .matcher(page(fit));
    for (int k = 0; k < 3; k++) {
      assertTrue(cells.find(), "feature " + (k + 1));
      int north = 0;
      for (int i = 0; i < 45; i++) {
        north += z.get(i, k) ? 1 : 0;
      }
      double share = north / 45.0;
      double overall = z.column(k).count() / 60.0;
      assertEquals(north, Integer.parseInt(cells.group(1)));
      assertEquals(100 * share, Double.parseDouble(cells.group(2)), .5);
      assertEquals(share / overall, Double.parseDouble(cells.group(3)), .051);
    }
  }

  @Test
  void onlyDifferencesBeyondChanceAreColoured() {
    ReportedFit fit = TestFits.named();
    // Of its own column, each label has all or none.
    List<String> own = fit.rowNames().labels().values().iterator().next();
    List<String> ofFeature =
        IntStream.range(0, 60)
            .mapToObj(i -> fit.codes().z().get(i, 2) ? "has" : "has not")
            .toList();
    String random = html(fit, own);
    assertFalse(random.contains("class=\"positive\""), "given at random");
    assertTrue(random.contains("No feature differs between the labels of label"), random);
    // Of two labels each share is the other's: three tests.
    double least = 1;
    for (int k = 0; k < 3; k++) {
      BitVector feature = fit.codes().z().column(k);
      long north = IntStream.range(0, 45).filter(feature::get).count();
      least = Math.min(least, 3 * Hypergeometric.twoSided(north, 45, feature.count(), 60));
    }
    assertTrue(
        random.contains("the smallest adjusted p is %s ".formatted(Quantity.number(least))),
        random);
    String coloured = html(fit, ofFeature);
    assertTrue(coloured.contains("1 share differs from that of all rows"), coloured);
    assertTrue(coloured.contains("class=\"positive\"") && coloured.contains("class=\"negative\""));
  }

  private static String html(ReportedFit fit, List<String> labels) {
    StringBuilder all = new StringBuilder();
    LabelSection.of(fit, "label", labels).forEach(content -> all.append(content.render()));
    return all.toString();
  }

  @Test
  void labelsOfSingleRowsAreNotCompared() {
    ReportedFit fit = TestFits.named();
    List<String> ids = Objects.requireNonNull(fit.rowNames().ids());
    assertTrue(html(fit, ids).contains("No two rows have the same label"));
    assertThrows(
        IllegalArgumentException.class,
        () ->
            new ReportedFit(
                fit.manifest(),
                fit.w(),
                fit.x(),
                fit.codes(),
                false,
                null,
                new RowNames(List.of("one"), Map.of()),
                null,
                fit.scale(),
                fit.kind()));
  }
}
