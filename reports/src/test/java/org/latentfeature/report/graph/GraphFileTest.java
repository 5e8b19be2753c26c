package org.latentfeature.report.graph;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.DataException;
import org.latentfeature.report.picture.DivergingScale;
import org.latentfeature.report.picture.FeatureScale;
import org.latentfeature.report.picture.PictureShape;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class GraphFileTest {

  /** Names that break what is not quoted: of XML, of Graphviz, of neither. */
  private static final List<String> NAMES =
      List.of("<b> & \"c\"", "back\\slash\\", "&lt;]]>", "\u0001\u0000\uFFFF", "ζ 😀", "", "7");

  @TempDir Path folder;

  private static TransitionGraph named() {
    return TransitionGraph.of(
        Chains.line(7),
        new double[] {7, 1, 2, 3, 4, 5, 6, 7},
        NAMES,
        TransitionChoice.readable(7).withNullState(true));
  }

  /** Products of cosines, each followed by those of the next frequencies. */
  private static Dense cosines(int frequencies) {
    Dense w = new Dense(frequencies * frequencies, 64);
    for (int k = 0; k < w.rows(); k++) {
      for (int pixel = 0; pixel < 64; pixel++) {
        w.set(k, pixel, cosine(k / frequencies, pixel / 8) * cosine(k % frequencies, pixel % 8));
      }
    }
    return w;
  }

  private static double cosine(int frequency, int place) {
    return Math.cos(Math.PI / 8 * (place + .5) * frequency);
  }

  private static Dense neighbours(int frequencies) {
    int features = frequencies * frequencies;
    Dense weights = Chains.even(features, .002);
    for (int l = 0; l < features; l++) {
      for (int m = 0; m < features; m++) {
        int down = Math.abs(l / frequencies - m / frequencies);
        int across = Math.abs(l % frequencies - m % frequencies);
        if (l != m) {
          weights.set(l + 1, m + 1, .002 + Math.exp(-2 * (down + across)));
        }
      }
    }
    return Chains.normalised(weights);
  }

  private Path write(TransitionGraph graph, Portraits portraits, String name) {
    Path file = folder.resolve(name);
    GraphFile.write(graph, FeatureGroups.of(graph, 6), portraits, file);
    return file;
  }

  private static Document parsed(Path svg) throws Exception {
    return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(svg.toFile());
  }

  private static List<Element> elements(Document svg, String tag) {
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < svg.getElementsByTagName(tag).getLength(); i++) {
      elements.add((Element) svg.getElementsByTagName(tag).item(i));
    }
    return elements;
  }

  private static List<String> texts(Document svg, String tag) {
    return elements(svg, tag).stream().map(Element::getTextContent).toList();
  }

  @Test
  void aDrawingHoldsEveryPictureAndTransition() throws Exception {
    double[] usage = Chains.used(16, 50);
    usage[3] = 500;
    TransitionGraph graph = TransitionGraph.of(neighbours(4), usage, TransitionChoice.readable(16));
    Portraits portraits = Portraits.pictures(cosines(4), new PictureShape(8, 8, false));
    Document svg = parsed(write(graph, portraits, "graph.svg"));
    List<Element> images = elements(svg, "image");
    assertEquals(16, images.size());
    for (int k = 0; k < 16; k++) {
      assertPicture(cosines(4), k, images.get(k));
    }
    double first = Double.parseDouble(images.get(0).getAttribute("width"));
    double third = Double.parseDouble(images.get(2).getAttribute("width"));
    assertTrue(third > first, "the more used is the larger");
    List<String> titles = texts(svg, "title");
    for (Transition t : graph.transitions()) {
      String title = t.from() + " → " + t.to() + ": " + SvgText.probability(t.probability());
      assertTrue(titles.contains(title), title);
    }
    assertTrue(titles.contains("feature 3, used 500 times, group 1"), titles::toString);
    assertTrue(
        texts(svg, "text").contains("16 features, the larger the more used: 50 to 500 times."));
    String text = Files.readString(folder.resolve("graph.svg"));
    assertFalse(
        Pattern.compile("NaN|Infinity|https?://(?!www.w3.org/2000/svg)").matcher(text).find());
  }

  /** The picture of feature k has the colours of the scale of all, in the order of the pixels. */
  private static void assertPicture(Dense w, int k, Element image) throws IOException {
    String uri = image.getAttribute("href");
    assertTrue(uri.startsWith("data:image/png;base64,"), uri);
    byte[] png = Base64.getDecoder().decode(uri.substring(uri.indexOf(',') + 1));
    BufferedImage picture = ImageIO.read(new ByteArrayInputStream(png));
    DivergingScale scale = new DivergingScale(FeatureScale.SHARED.limit(w, k));
    for (int pixel = 0; pixel < 64; pixel++) {
      assertEquals(scale.colour(w.get(k, pixel)), picture.getRGB(pixel % 8, pixel / 8) & 0xffffff);
    }
  }

  @Test
  void similarElementsLieNearEachOther() {
    TransitionGraph graph =
        TransitionGraph.of(neighbours(6), Chains.used(36, 5), TransitionChoice.readable(36));
    List<Box> sizes = graph.states().stream().map(s -> new Box(0, 0, 40, 50)).toList();
    List<Box> boxes = GraphLayout.place(graph, sizes);
    double near = 0;
    double all = 0;
    int nearPairs = 0;
    for (int i = 0; i < 36; i++) {
      for (int j = 0; j < i; j++) {
        double distance =
            Math.hypot(boxes.get(i).x() - boxes.get(j).x(), boxes.get(i).y() - boxes.get(j).y());
        all += distance;
        if (Math.abs(i / 6 - j / 6) + Math.abs(i % 6 - j % 6) == 1) {
          near += distance;
          nearPairs++;
        }
      }
    }
    double ratio = near / nearPairs / (all / (36 * 35 / 2));
    assertTrue(ratio < .45, "neighbours lie " + ratio + " of the mean distance apart");
  }

  @Test
  void anyNameCanBeDrawn() throws Exception {
    for (Portraits portraits :
        List.of(
            Portraits.circles(),
            Portraits.columns(new Dense(7, 2), List.of("a & b", "<c>")),
            Portraits.pictures(new Dense(7, 6), new PictureShape(2, 3, false)))) {
      Document svg = parsed(write(named(), portraits, "named.svg"));
      List<String> titles = texts(svg, "title");
      assertTrue(titles.contains("feature 1, <b> & \"c\", used 1 time, group 3"), titles::toString);
      assertTrue(titles.contains("feature 4, \uFFFD\uFFFD\uFFFD, used 4 times, group 2"));
      assertTrue(titles.contains("ζ 😀 → : 1"), titles::toString);
      assertTrue(titles.contains("null state: between two rows"));
      assertTrue(texts(svg, "text").contains("null"));
    }
  }

  @Test
  void aCardNamesTheColumnsOfTheLargestWeights() throws Exception {
    Dense w = Dense.wrap(1, 5, new double[] {.1, -4, 0, 2, 3});
    TransitionGraph one =
        TransitionGraph.of(
            Dense.wrap(2, 2, new double[] {0, 1, 1, 0}),
            new double[] {1, 1},
            TransitionChoice.readable(1));
    List<String> names = List.of("a", "a very long name", "c", "d", "e");
    List<String> texts = texts(parsed(write(one, Portraits.columns(w, names), "1.svg")), "text");
    assertEquals(List.of("1", "a very lon…", "e", "d"), texts.subList(0, 4));
    List<String> numbers = texts(parsed(write(one, Portraits.columns(w, null), "1.svg")), "text");
    assertEquals(List.of("1", "column 2", "column 5", "column 4"), numbers.subList(0, 4));
  }

  @Test
  void nothingToShowIsSaid() throws Exception {
    TransitionGraph none =
        TransitionGraph.of(
            Chains.even(3, .25), new double[] {5, 0, 0, 0}, TransitionChoice.readable(3));
    Document svg = parsed(write(none, Portraits.circles(), "none.svg"));
    assertEquals(List.of("No feature is used."), texts(svg, "text"));
  }

  @Test
  void theLegendSaysWhatIsShown() throws Exception {
    TransitionChoice choice = TransitionChoice.readable(40).withMost(30);
    double[] usage = Chains.used(40, 2.5);
    TransitionGraph graph = TransitionGraph.of(Chains.random(40, 1), usage, choice);
    List<String> texts = texts(parsed(write(graph, Portraits.circles(), "a.svg")), "text");
    assertTrue(
        texts.contains(
            "The 30 most used of 40 features, the larger the more used: 2.5 to 2.5 times."),
        texts::toString);
    assertTrue(
        texts.contains(
            "The 2 likeliest transitions of each feature, if they stand out, and all transitions of"
                + " probability 0.2 or more."));
    TransitionGraph all = TransitionGraph.of(Chains.random(40, 1), usage, choice.withThreshold(.3));
    assertTrue(
        texts(parsed(write(all, Portraits.circles(), "b.svg")), "text")
            .contains("All transitions of probability 0.3 or more."));
  }

  @Test
  void graphvizReadsNamesAsTheyAre() throws Exception {
    String dot = Files.readString(write(named(), Portraits.circles(), "graph.dot"));
    String value = "(?:[0-9.]+|[a-z]+|\"(?:[^\"\\\\]|\\\\.)*\")";
    String list = "\\[\\w+=" + value + "(?:, \\w+=" + value + ")*\\]";
    List<String> labels = new ArrayList<>();
    int edges = 0;
    String[] lines = dot.split("\n", -1);
    assertEquals("digraph features {", lines[0]);
    assertEquals("  overlap=false;", lines[1]);
    assertEquals("}", lines[lines.length - 2]);
    for (String line : List.of(lines).subList(2, lines.length - 2)) {
      assertTrue(line.matches("  \\d+(?: -> \\d+)? " + list + ";"), line);
      edges += line.contains("->") ? 1 : 0;
      Matcher label = Pattern.compile("label=\"((?:[^\"\\\\]|\\\\.)*)\"").matcher(line);
      if (label.find()) {
        labels.add(
            label.group(1).replace("\\\"", "\"").replace("\\\\", "\\").replace("&amp;", "&"));
      }
    }
    List<String> expected = new ArrayList<>(List.of("null"));
    expected.addAll(NAMES);
    expected.set(4, "\uFFFD\uFFFD\uFFFD");
    assertEquals(expected, labels);
    assertEquals(named().transitions().size(), edges);
  }

  @Test
  void programsReadStatesAndTransitions() throws Exception {
    TransitionGraph graph = named();
    String json = Files.readString(write(graph, Portraits.circles(), "graph.json"));
    JsonObject all = JsonParser.parseString(json).getAsJsonObject();
    JsonArray nodes = all.getAsJsonArray("nodes");
    assertEquals(8, nodes.size());
    for (int j = 1; j <= 7; j++) {
      JsonObject node = nodes.get(j).getAsJsonObject();
      assertEquals(j, node.get("id").getAsInt());
      assertEquals(j, node.get("usage").getAsDouble());
      assertEquals(NAMES.get(j - 1), node.get("label").getAsString());
    }
    FeatureGroups groups = FeatureGroups.of(graph, 6);
    assertEquals(groups.groupOf(2) + 1, nodes.get(2).getAsJsonObject().get("group").getAsInt());
    assertFalse(nodes.get(0).getAsJsonObject().has("group"));
    JsonArray edges = all.getAsJsonArray("edges");
    assertEquals(graph.transitions().size(), edges.size());
    for (int e = 0; e < edges.size(); e++) {
      JsonObject edge = edges.get(e).getAsJsonObject();
      Transition t = graph.transitions().get(e);
      assertEquals(t.from(), edge.get("from").getAsInt());
      assertEquals(t.to(), edge.get("to").getAsInt());
      assertEquals(t.probability(), edge.get("probability").getAsDouble());
    }
  }

  @Test
  void equalGraphsAreEqualBytes() throws Exception {
    for (String extension : GraphFile.EXTENSIONS) {
      TransitionGraph a =
          TransitionGraph.of(
              Chains.random(50, 3), Chains.used(50, 9), TransitionChoice.readable(50));
      TransitionGraph b =
          TransitionGraph.of(
              Chains.random(50, 3), Chains.used(50, 9), TransitionChoice.readable(50));
      byte[] first = Files.readAllBytes(write(a, Portraits.circles(), "a" + extension));
      byte[] second = Files.readAllBytes(write(b, Portraits.circles(), "b" + extension));
      assertArrayEquals(first, second);
    }
  }

  @Test
  void arrowsEndAtTheBordersOfTheirBoxes() throws Exception {
    Arrow arrow = new Arrow("#000", 1, .5);
    Box from = new Box(10, 20, 40, 60);
    Box to = new Box(90, 40, 30, 20);
    String markup = arrow.between(from, to, "t").render() + arrow.around(from, "loop").render();
    Matcher numbers = Pattern.compile("M([-\\d.]+) ([-\\d.]+)([QCL])").matcher(markup);
    List<Double> at = new ArrayList<>();
    while (numbers.find()) {
      at.add(Double.parseDouble(numbers.group(1)));
      at.add(Double.parseDouble(numbers.group(2)));
    }
    // Line and head of each: start, tip, start, tip.
    assertEquals(8, at.size());
    assertEquals(from.right() + 2, at.get(0), .06);
    assertTrue(at.get(1) > from.top() && at.get(1) < from.bottom());
    assertEquals(to.left() - 2, at.get(2), .06);
    assertTrue(at.get(3) > to.top() && at.get(3) < to.bottom());
    assertEquals(from.top() - 2, at.get(5), .06);
    assertEquals(from.right() + 2, at.get(6), .06);
  }

  @Test
  void whatCannotBeWrittenIsRefused() {
    assertTrue(GraphFile.isOne(Path.of("a/Graph.SVG")));
    assertFalse(GraphFile.isOne(Path.of("svg")));
    assertEquals(
        "a graph's file ends in one of .svg, .dot, .json, not as graph.png",
        assertThrows(
                IllegalArgumentException.class,
                () ->
                    GraphFile.write(
                        named(), FeatureGroups.none(), Portraits.circles(), Path.of("graph.png")))
            .getMessage());
    assertThrows(
        DataException.class, () -> write(named(), Portraits.circles(), "missing/graph.svg"));
    assertEquals(
        "dictionary elements of 6 numbers are no pictures of 8×8",
        assertThrows(
                IllegalArgumentException.class,
                () -> Portraits.pictures(new Dense(7, 6), new PictureShape(8, 8, false)))
            .getMessage());
    assertThrows(
        IllegalArgumentException.class,
        () -> Portraits.columns(new Dense(7, 6), List.of("one name")));
  }
}
