package org.latentfeature.report.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.report.picture.PictureShape;

/**
 * What a reader does with a report, done in a headless Chromium. Skipped where there is none, or
 * failed with {@code -Dchromium.required=true}.
 */
@Tag("whole")
class BrowserTest {

  @TempDir static Path folder;

  private static Chromium browser;
  private static Path columns;
  private static Path pictures;
  private static Path named;

  /** Asked at the end of each test for what went wrong in it. */
  private Tab tab;

  @BeforeAll
  static void start() throws Exception {
    Optional<Path> program = Chromium.program();
    if (program.isEmpty()) {
      String reason = "there is no Chromium on the PATH";
      if (Boolean.getBoolean("chromium.required")) {
        fail(reason + ", and chromium.required is set");
      }
      abort(reason);
    }
    browser = new Chromium(program.get(), Files.createDirectory(folder.resolve("profile")));
    columns = folder.resolve("columns.html");
    new FitReport(TestFits.withComplement(null)).page(ParsedPage.ORIGIN).write(columns);
    pictures = folder.resolve("pictures.html");
    new FitReport(TestFits.withComplement(new PictureShape(2, 3, false)))
        .page(ParsedPage.ORIGIN)
        .write(pictures);
    named = folder.resolve("named.html");
    new FitReport(TestFits.named()).page(ParsedPage.ORIGIN).write(named);
  }

  @AfterAll
  static void stop() {
    if (browser != null) {
      browser.close();
    }
  }

  @BeforeEach
  void openColumns() throws Exception {
    tab = open(columns, 1280, false);
  }

  @AfterEach
  void nothingIsFetchedAndNothingFails() {
    assertEquals(List.of(), tab.fetched());
    assertEquals(List.of(), tab.complaints());
  }

  /** Opens a page and marks its sections by their headings, which selectors cannot read. */
  private static Tab open(Path page, int width, boolean dark) throws Exception {
    Tab opened = new Tab(browser, page, width, dark);
    opened.value(
        "document.querySelectorAll('h2 bdi').forEach(e => e.dataset.test = e.textContent)");
    return opened;
  }

  private List<String> texts(String selector) throws Exception {
    return StreamSupport.stream(
            tab.value(
                    "[...document.querySelectorAll('%s')].map(e => e.textContent)"
                        .formatted(selector))
                .getAsJsonArray()
                .spliterator(),
            false)
        .map(text -> text.getAsString())
        .collect(Collectors.toList());
  }

  private static String section(String heading) {
    return "section:has(h2 bdi[data-test=\"" + heading + "\"])";
  }

  @Test
  void aClickOnAHeadingSortsAndTheThirdRestores() throws Exception {
    String table = section("Contribution") + " table";
    String heading = table + " thead th:nth-child(2)";
    List<String> before = texts(table + " tbody td:nth-child(2)");
    List<Integer> rows = before.stream().map(Integer::valueOf).toList();
    tab.click(heading + " button");
    assertEquals(
        rows.stream().sorted(Comparator.reverseOrder()).map(String::valueOf).toList(),
        texts(table + " tbody td:nth-child(2)"));
    assertEquals(
        "descending",
        tab.text("document.querySelector('" + heading + "').getAttribute('aria-sort')"));
    tab.click(heading + " button");
    assertEquals(
        rows.stream().sorted().map(String::valueOf).toList(),
        texts(table + " tbody td:nth-child(2)"));
    tab.click(heading + " button");
    assertEquals(before, texts(table + " tbody td:nth-child(2)"));
  }

  @Test
  void aHoverShowsValueRowAndName() throws Exception {
    assertTrue(tab.value("document.getElementById('tip').hidden").getAsBoolean());
    tab.hover("figure[data-feature=\"1\"] .bars tr td.number");
    String value = texts("figure[data-feature=\"1\"] .bars tr:first-child td.number").get(0);
    assertTrue(tip().matches("column \\d, .+: " + value), tip());
    tab.hover(section("Contribution") + " tbody tr:nth-child(2) td:nth-child(2)");
    assertEquals(
        "feature 2, rows: " + texts(section("Contribution") + " tbody td:nth-child(2)").get(1),
        tip());
    tab.hover("table.heat tbody tr:nth-child(1) td:nth-child(3)");
    assertTrue(tip().startsWith("features 1 and 2: φ = −1.00; 0 rows have both, "), tip());
    tab.hover(".incidence [data-feature=\"1\"] img");
    assertTrue(tip().matches("row \\d+ (has|does not have) feature 1"), tip());
  }

  private String tip() throws Exception {
    return tab.text("document.getElementById('tip').textContent");
  }

  /** The left end of the line of a feature shows a row that has it, if it is the most frequent. */
  @Test
  void theIncidenceMatrixTellsWhichRowHasAFeature() throws Exception {
    ReportedFit fit = TestFits.withComplement(null);
    List<String> rows =
        List.of(tab.text("document.querySelector('.incidence').dataset.rows").split(" "));
    assertEquals(fit.x().rows(), rows.size());
    tab.hover(".incidence [data-feature=\"3\"] img");
    String row = tip().replaceAll("\\D*(\\d+).*", "$1");
    assertEquals(fit.codes().z().get(Integer.parseInt(row) - 1, 2), tip().contains(" has "), tip());
  }

  @Test
  void aFeatureLightsUpItsRowsPartnersAndColumns() throws Exception {
    ReportedFit fit = TestFits.withComplement(null);
    assertEquals(0, tab.number("document.querySelectorAll('.lit, .partner').length"));
    tab.click("figure[data-feature=\"1\"] figcaption");
    assertTrue(
        tab.value(
                "[...document.querySelectorAll('[data-feature=\"1\"]')].every("
                    + "e => e.classList.contains('lit'))")
            .getAsBoolean());
    assertTrue(
        tab.value(
                "[...document.querySelectorAll('[data-feature=\"2\"]')].every("
                    + "e => e.classList.contains('partner'))")
            .getAsBoolean(),
        "the complement is a partner");
    String residuals = section("Largest residuals");
    List<String> lit = texts(residuals + " tr.lit th");
    assertFalse(lit.isEmpty());
    for (String row : texts(residuals + " tbody th")) {
      assertEquals(
          fit.codes().z().get(Integer.parseInt(row) - 1, 0), lit.contains(row), "row " + row);
    }
    assertTrue(
        tab.number("document.querySelectorAll('figure[data-feature=\"3\"] tr.lit').length") > 0,
        "its columns in the card of another feature");
    assertTrue(
        tab.text("document.getElementById('chosen').textContent")
            .contains("Partners: 2 (φ = −1.00)"));
    tab.press("Escape", 27);
    assertEquals(0, tab.number("document.querySelectorAll('.lit, .partner').length"));
  }

  @Test
  void theFilterHidesRowsAndPicturesWithoutTheFeature() throws Exception {
    tab = open(pictures, 1280, false);
    String residuals = section("Largest residuals");
    int all = texts(residuals + " tbody tr").size();
    tab.click("figure[data-feature=\"2\"]");
    tab.click("#chosen button");
    List<String> shown = texts(residuals + " tbody tr:not([hidden]) td:last-child");
    assertTrue(!shown.isEmpty() && shown.size() < all, shown::toString);
    assertTrue(shown.stream().allMatch(features -> features.contains("2")), shown::toString);
    assertEquals(List.of(shown.size() + " of " + all), texts(residuals + " .filter output"));
    assertTrue(texts(residuals + " figure[hidden]").size() > 0);
    assertEquals(0, texts(residuals + " figure:not([hidden]):not([data-features~=\"2\"])").size());
    assertEquals(
        "none", tab.text("getComputedStyle(document.querySelector('figure[hidden]')).display"));
  }

  @Test
  void theKeyboardReachesFeaturesAndValues() throws Exception {
    tab.value("document.querySelector('figure[data-feature=\"3\"] button').focus()");
    assertTrue(tip().startsWith("Feature 3: "), tip());
    tab.press("Enter", 13);
    assertEquals(
        "true",
        tab.text(
            "document.querySelector('figure[data-feature=\"3\"] button')"
                + ".getAttribute('aria-pressed')"));
    tab.value("document.querySelector('table.heat td[tabindex]').focus()");
    tab.press("ArrowRight", 39);
    assertTrue(tip().startsWith("features 1 and 2: "), tip());
  }

  @Test
  void nothingLiesBesideThePageAtAnyWidth() throws Exception {
    for (Path page : List.of(columns, pictures, named)) {
      tab = open(page, 390, false);
      for (int width : new int[] {390, 1280, 1920}) {
        tab.resize(width, 900);
        int inner = tab.number("document.documentElement.clientWidth");
        assertEquals(inner, tab.number("document.documentElement.scrollWidth"), "at " + width);
        int right =
            tab.number(
                "Math.max(...[...document.querySelectorAll('section')]"
                    + ".map(e => Math.round(e.getBoundingClientRect().right)))");
        assertTrue(right > .95 * inner, right + " of " + inner);
      }
    }
  }

  @Test
  void noTextOfAPageIsSmallerThanTwelvePixels() throws Exception {
    for (int width : new int[] {390, 1280}) {
      tab.resize(width, 900);
      double page =
          tab.value(
                  "Math.min(...[...document.querySelectorAll('main *:not(svg *):not(option)')]"
                      + ".map(e => parseFloat(getComputedStyle(e).fontSize)))")
              .getAsDouble();
      assertTrue(page >= 12, page + " at " + width);
      double charts =
          tab.value(
                  "Math.min(...[...document.querySelectorAll('svg text')].map(e =>"
                      + " parseFloat(getComputedStyle(e).fontSize)"
                      + " * Math.hypot(e.getScreenCTM().a, e.getScreenCTM().b)))")
              .getAsDouble();
      assertTrue(charts >= 12 && charts < 25, charts + " in charts at " + width);
    }
  }

  @Test
  void namesAndLabelsAreTold() throws Exception {
    tab = open(named, 1280, false);
    String band = ".banded [data-feature=\"1\"] img:nth-of-type(2)";
    tab.hover(band);
    assertTrue(tip().matches("so & so: who \\d+ (has|does not have) feature 1 beard"), tip());
    tab.hover(".bands span:nth-child(2)");
    assertEquals("north: 45 rows", tip());
    int left = tab.number("document.querySelector('" + band + "').getBoundingClientRect().left");
    assertEquals(
        left,
        tab.number(
            "document.querySelector('.bands span:nth-child(3)').getBoundingClientRect().left"));
    tab.hover(".lifts tbody tr:nth-child(3) td:nth-child(3)");
    assertTrue(tip().matches("north: \\d+ of 45 rows have feature 3 <dark> glasses, .*"), tip());
    tab.hover("table.heat tbody tr:nth-child(1) td:nth-child(4)");
    assertTrue(tip().startsWith("features 1 beard and 3 <dark> glasses: φ = "), tip());
    assertEquals(
        List.of("any", "1 beard", "2", "3 <dark> glasses"),
        texts(section("Largest residuals") + " option"));
    tab.click("figure[data-feature=\"2\"] figcaption");
    assertTrue(
        tab.text("document.getElementById('chosen').textContent").contains("Partners: 1 beard ("));
    assertEquals(
        12,
        tab.number(
            "parseFloat(getComputedStyle(document.querySelector('.incidence span')).fontSize)"));
  }

  @Test
  void darkReadersGetADarkPage() throws Exception {
    tab = open(columns, 1280, true);
    assertEquals("rgb(21, 24, 28)", tab.text("getComputedStyle(document.body).backgroundColor"));
  }
}
