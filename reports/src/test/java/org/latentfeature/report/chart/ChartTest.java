package org.latentfeature.report.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

class ChartTest {

  private static Element parsed(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(svg)))
        .getDocumentElement();
  }

  private static List<String> texts(String svg) throws Exception {
    var nodes = parsed(svg).getElementsByTagName("text");
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      texts.add(nodes.item(i).getTextContent());
    }
    return texts;
  }

  private static double[] upTo(int count, double factor) {
    double[] values = new double[count];
    Arrays.setAll(values, i -> factor / (i + 1));
    return values;
  }

  private static double[] places(int count) {
    double[] values = new double[count];
    Arrays.setAll(values, i -> i + 1);
    return values;
  }

  private static String fourCurves() {
    return new LineChart("Error & bound", "K", "error")
        .wholeNumbers()
        .logarithmic()
        .line("Lasso", places(30), upTo(30, 1))
        .line("Path", places(30), upTo(30, 2))
        .line("MCMC", places(30), upTo(30, 3))
        .line("<other>", places(30), upTo(30, 4))
        .floor("SVD bound", places(30), upTo(30, .5))
        .svg();
  }

  @Test
  void everyWordOfAChartIsText() throws Exception {
    List<String> texts = texts(fourCurves());
    assertTrue(
        texts.containsAll(
            List.of("K", "error", "Lasso", "Path", "MCMC", "<other>", "SVD bound", "0.1", "1")),
        texts::toString);
    // Curved outlines are letters that were not recognised.
    assertFalse(fourCurves().contains("Q"));
    assertEquals("Error & bound", parsed(fourCurves()).getAttribute("aria-label"));
  }

  @Test
  void theNumbersBelowALongLineAreInRoundSteps() throws Exception {
    for (boolean logarithmic : new boolean[] {false, true}) {
      LineChart chart = new LineChart("Long", "step", "bound").wholeNumbers();
      chart = logarithmic ? chart.logarithmic() : chart;
      List<String> texts = texts(chart.line("bound", places(547), upTo(547, 1)).svg());
      assertTrue(texts.containsAll(List.of("100", "200", "300", "400", "500")), texts::toString);
      assertFalse(texts.contains("44"), texts::toString);
    }
  }

  @Test
  void aChartIsSmallScalesAndHasNothingThatCouldCollide() throws Exception {
    String svg = fourCurves();
    assertTrue(svg.length() < 15_000, svg.length() + " characters");
    assertFalse(Pattern.compile("\\bid=|url\\(|<!--|<\\?|<!DOCTYPE").matcher(svg).find());
    Element root = parsed(svg);
    assertTrue(root.getAttribute("viewBox").matches("0 0 420 \\d+"));
    assertEquals("100%", root.getAttribute("width"));
    assertEquals("", root.getAttribute("height"));
    assertEquals("img", root.getAttribute("role"));
    assertEquals(svg, fourCurves());
  }

  @Test
  void theLinesOfAChartDifferInColourMarkerAndDashes() throws Exception {
    var groups = parsed(fourCurves()).getElementsByTagName("g");
    List<String> colours = new ArrayList<>();
    List<String> dashes = new ArrayList<>();
    for (int i = 0; i < groups.getLength(); i++) {
      Element group = (Element) groups.item(i);
      if (group.getAttribute("stroke-width").equals("2")) {
        colours.add(group.getAttribute("stroke"));
        dashes.add(group.getAttribute("stroke-dasharray"));
      }
    }
    // Each once in the plot and once in the legend.
    assertEquals(8, colours.size());
    assertEquals(4, colours.stream().distinct().count());
    assertEquals(4, dashes.stream().distinct().count());
  }

  @Test
  void aLineIsWhereItsPointsAre() throws Exception {
    String svg =
        new LineChart("t", "x", "y")
            .line("a", new double[] {0, 1, 2}, new double[] {0, 2, 1})
            .svg();
    Matcher line =
        Pattern.compile("d=\"M([\\d.]+) ([\\d.]+)L([\\d.]+) ([\\d.]+)L([\\d.]+) ([\\d.]+)\"")
            .matcher(svg);
    assertTrue(line.find(), svg);
    double[] at = new double[6];
    for (int i = 0; i < 6; i++) {
      at[i] = Double.parseDouble(line.group(i + 1));
    }
    assertEquals(at[2] - at[0], at[4] - at[2], .2);
    assertEquals((at[1] - at[3]) / 2, at[5] - at[3], .2);
    assertTrue(at[3] < at[1], "upwards");
  }

  @Test
  void stepsKeepEachValueUntilTheNext() throws Exception {
    String svg =
        new LineChart("t", "x", "y")
            .steps(0, "a", new double[] {1, 2, 4}, new double[] {3, 1, 1})
            .svg();
    // Level, down, level.
    Matcher line =
        Pattern.compile("M([\\d.]+) ([\\d.]+)L([\\d.]+) \\2L\\3 ([\\d.]+)L([\\d.]+) \\4[L\"]")
            .matcher(svg);
    boolean found = false;
    while (line.find()) {
      found |=
          Double.parseDouble(line.group(1)) < Double.parseDouble(line.group(3))
              && Double.parseDouble(line.group(3)) < Double.parseDouble(line.group(5))
              && Double.parseDouble(line.group(2)) < Double.parseDouble(line.group(4));
    }
    assertTrue(found, svg);
    assertFalse(svg.contains("<circle") || svg.contains("<ellipse"), "markers on steps");
  }

  @Test
  void theLastNumberOfAnAxisIsWhole() throws Exception {
    double[] places = new double[1000];
    Arrays.setAll(places, i -> i + 1.0);
    double[] values = upTo(1000, 1);
    var nodes =
        parsed(new LineChart("t", "x", "y").wholeNumbers().points("a", places, values).svg())
            .getElementsByTagName("text");
    for (int i = 0; i < nodes.getLength(); i++) {
      Element text = (Element) nodes.item(i);
      if (text.getTextContent().equals("1000")) {
        double half = .62 * Fonts.layout("1000").getAdvance();
        assertTrue(Double.parseDouble(text.getAttribute("x")) + half <= 420.1, text::toString);
        return;
      }
    }
    throw new AssertionError("no 1000 on the axis");
  }

  @Test
  void aCurveWithoutPointsIsNotInTheLegend() throws Exception {
    double[] none = {Double.NaN, Double.NaN};
    String svg =
        new LineChart("t", "x", "y")
            .line("a", places(2), upTo(2, 1))
            .line("b", places(2), upTo(2, 2))
            .floor("bound", places(2), none)
            .svg();
    assertTrue(texts(svg).containsAll(List.of("a", "b")), svg);
    assertFalse(texts(svg).contains("bound"), svg);
  }

  @Test
  void theLogarithmicAxisIsBelowThePlot() throws Exception {
    double[] places = {.6, 1, 5};
    String svg =
        new LineChart("t", "x", "y").logarithmicPlaces().line("a", places, upTo(3, 1)).svg();
    assertTrue(texts(svg).containsAll(List.of("1", "2", "5")), svg);
    Matcher axis = Pattern.compile("M[\\d.]+ ([\\d.]+)L416 \\1\"").matcher(svg);
    Matcher plot = Pattern.compile("<rect height=\"([\\d.]+)\"[^>]*y=\"4\"").matcher(svg);
    assertTrue(axis.find() && plot.find(), svg);
    assertTrue(
        Double.parseDouble(axis.group(1)) >= 4 + Double.parseDouble(plot.group(1)), axis::group);
  }

  @Test
  void aSlotLooksTheSameInEveryChart() {
    String second = new LineChart("t", "x", "y").line(3, "a", places(3), upTo(3, 1)).svg();
    assertTrue(second.contains("#cc79a7"), second);
  }

  @Test
  void whatCannotBeShownIsLeftOut() throws Exception {
    double nan = Double.NaN;
    LineChart chart =
        new LineChart("t", "x", "y")
            .logarithmic()
            .line("a", new double[] {1, 2, 3, 4}, new double[] {nan, 100, 1, 0})
            .line("b", new double[] {1}, new double[] {nan});
    assertFalse(chart.svg().contains("NaN"));
    assertFalse(texts(chart.svg()).contains("b"));
    LineChart empty = new LineChart("t", "x", "y").line("a", places(1), new double[] {nan});
    assertTrue(empty.isEmpty());
    assertThrows(IllegalStateException.class, empty::svg);
  }

  @Test
  void chartsOfNothingButEqualValuesAreFiniteToo() {
    for (double value : new double[] {0, 1, -3, 1e-30, 1e30}) {
      double[] equal = {value, value};
      LineChart chart = new LineChart("t", "x", "y").line("a", new double[] {1, 2}, equal);
      assertFinite(chart.svg());
      assertFinite(chart.logarithmic().wholeNumbers().svg());
      LineChart point = new LineChart("t", "x", "y");
      assertFinite(point.points("a", new double[] {5}, new double[] {value}).svg());
    }
  }

  private static void assertFinite(String svg) {
    assertFalse(Pattern.compile("NaN|Infinity|[∞\uFFFD]").matcher(svg).find(), svg);
  }

  @Test
  void numbersBesideAnAxisAreShort() {
    assertEquals("0.3", AxisNumber.of(.1 + .2));
    assertEquals("2e-4", AxisNumber.of(.0002));
    assertEquals("-2.5e6", AxisNumber.of(-2.5e6));
    assertEquals("12000", AxisNumber.of(12000));
    assertEquals("7", AxisNumber.whole(7));
    assertEquals(" ", AxisNumber.whole(7.5));
    assertEquals("0.05", AxisNumber.logarithmic(.05));
    assertEquals(" ", AxisNumber.logarithmic(300));
    assertEquals("1000", AxisNumber.logarithmic(1000));
  }

  @Test
  void panelsStandBesideEachOtherUnderTheirCaptions() throws Exception {
    Panels panels = new Panels("All & sundry");
    for (int p = 0; p < 5; p++) {
      panels.add(
          "a < " + p,
          new LineChart("one", "K", "N")
              .points(3, "points", places(4), places(4))
              .mark("known", new double[] {2, 2}, new double[] {1, 4}));
    }
    Element svg = parsed(panels.svg());
    assertEquals("All & sundry", svg.getAttribute("aria-label"));
    assertEquals("0 0 1680 776", svg.getAttribute("viewBox"));
    assertEquals("1260", svg.getAttribute("width"));
    assertEquals("582", svg.getAttribute("height"));
    List<String> texts = texts(panels.svg());
    for (int p = 0; p < 5; p++) {
      assertTrue(texts.contains("a < " + p), texts::toString);
    }
    assertEquals(5, texts.stream().filter("known"::equals).count());
    assertEquals(2 * 5, svg.getElementsByTagName("svg").getLength());
    assertThrows(IllegalStateException.class, () -> new Panels("none").svg());
  }
}
