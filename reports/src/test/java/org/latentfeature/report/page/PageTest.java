package org.latentfeature.report.page;

import static j2html.TagCreator.p;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.report.chart.LineChart;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

class PageTest {

  @TempDir Path folder;

  private static Document parsed(String html) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(html)));
  }

  private static Page page() {
    BufferedImage image = new BufferedImage(3, 2, BufferedImage.TYPE_INT_RGB);
    String chart =
        new LineChart("a < b", "x & y", "\"y\"")
            .line("<line>", new double[] {1, 2}, new double[] {3, 4})
            .svg();
    return new Page("A <title> & more")
        .lead(p("lead"))
        .section(
            "One <b>",
            Figure.grid(List.of(Figure.chart(chart, "5 < 6"))),
            Figure.picture(image, "alt \"text\"", "caption"),
            Figure.pair(image, "left", image, "right", "both"),
            new IncidenceFigure(List.of("1", "2 <x>"), List.of("a", "b\"", "<c>"))
                .all(image, new int[] {2, 0, 1})
                .html("incidence"))
        .section(
            "Two",
            new Table("of <this>").column("name").numbers("n").row("<x>", "1").html(),
            new Facts().code("command", "a > b && c").fact("seed", "1").html());
  }

  @Test
  void aPageIsWellFormedAndWhatItIsGivenIsText() throws Exception {
    String html = page().toHtml();
    assertTrue(html.startsWith("<!DOCTYPE html>\n"), html);
    Document document = parsed(html);
    assertEquals("A <title> & more", document.getElementsByTagName("h1").item(0).getTextContent());
    assertEquals("One <b>", document.getElementsByTagName("h2").item(0).getTextContent());
    assertEquals("a > b && c", document.getElementsByTagName("code").item(0).getTextContent());
    assertEquals(0, document.getElementsByTagName("b").getLength());
    assertEquals("en", document.getDocumentElement().getAttribute("lang"));
  }

  private static String chart(String title, String line) {
    double[] one = {1};
    return new LineChart(title, "x", "y").line(line, one, one).line("other", one, one).svg();
  }

  /** Control characters come in from the columns' names of a CSV file. */
  @Test
  void whatXmlCannotHoldIsReplacedWhereverItStands() throws Exception {
    String name = "a\u0001b\u000bc\uffffd & &#1; \ud83d\ude00\u00e9\n";
    String seen = "a\ufffdb\ufffdc\ufffdd & &#1; \ud83d\ude00\u00e9\n";
    BufferedImage image = new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB);
    Document document =
        parsed(
            new Page(name)
                .section(
                    name,
                    Figure.chart(chart(name, "a\u0001b"), name),
                    new Bars(0, 1).bar(1, name, 1, name).html(),
                    Figure.picture(image, "alt\u0001", name),
                    new Table(name).column(name).row(name).html(),
                    new Facts().code(name, name).html())
                .toHtml());
    for (String tag :
        List.of("title", "h1", "a", "h2", "figcaption", "caption", "th", "dt", "code")) {
      assertEquals(seen, document.getElementsByTagName(tag).item(0).getTextContent(), tag);
    }
    assertEquals(
        "alt\ufffd", ((Element) document.getElementsByTagName("img").item(0)).getAttribute("alt"));
    Element svg = (Element) document.getElementsByTagName("svg").item(0);
    assertTrue(svg.getAttribute("aria-label").startsWith("a\ufffdb\ufffdc"));
    assertTrue(svg.getTextContent().contains("a\ufffdb"), svg.getTextContent());
  }

  /** What would turn a name around, or colour a terminal that shows the page's source. */
  @Test
  void noMarkOfDirectionIsLeft() throws Exception {
    String marks = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c";
    String name = "evil" + marks + "\u007f\u009b";
    String html =
        new Page(name, name)
            .section(
                name,
                Figure.chart(chart(name, "a\u202eb"), name),
                new Bars(0, 1).bar(1, name, 1, name).html(),
                new Table(name).column(name).row(name).html(),
                new Facts().code(name, name).fact(name, name).html())
            .toHtml();
    parsed(html);
    assertFalse(
        Pattern.compile(
                "[\\x{61C}\\x{200E}\\x{200F}\\x{202A}-\\x{202E}\\x{2066}-\\x{2069}\\x7f-\\x9f]")
            .matcher(html)
            .find(),
        html);
    assertFalse(html.contains("&#8238;") || html.contains("&#x202"), html);
    assertEquals("\ufffd", XmlCharacters.only("&#x202e;"));
  }

  @Test
  void namesAreLaidOutByThemselves() throws Exception {
    String name = "\u05d0\u05d1 1";
    Document document =
        parsed(
            new Page("Features of ", name)
                .section(
                    name,
                    new Table("t").column("c").numbers("n").row(name, "1").html(),
                    new Facts().fact("f", name).html())
                .toHtml());
    var isolated = document.getElementsByTagName("bdi");
    Map<String, Integer> parents = new TreeMap<>();
    for (int i = 0; i < isolated.getLength(); i++) {
      assertEquals(name, isolated.item(i).getTextContent());
      parents.merge(isolated.item(i).getParentNode().getNodeName(), 1, Integer::sum);
    }
    assertEquals(Map.of("h1", 1, "a", 1, "h2", 1, "th", 1, "dd", 1), parents);
  }

  /** Nothing is loaded, and nothing but the page's own script runs, whatever a name contains. */
  @Test
  void aPolicyStandsBeforeAllThatItGoverns() throws Exception {
    String html = page().toHtml();
    String script =
        html.substring(html.indexOf("<script>") + "<script>".length(), html.indexOf("</script>"));
    String hash =
        Base64.getEncoder()
            .encodeToString(
                MessageDigest.getInstance("SHA-256")
                    .digest(script.getBytes(StandardCharsets.UTF_8)));
    Element policy = (Element) parsed(html).getElementsByTagName("meta").item(1);
    assertEquals("Content-Security-Policy", policy.getAttribute("http-equiv"));
    assertEquals(
        "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'sha256-"
            + hash
            + "'; base-uri 'none'; form-action 'none'",
        policy.getAttribute("content"));
    assertTrue(html.indexOf("Content-Security-Policy") < html.indexOf("<style"), html);
    assertTrue(html.indexOf("Content-Security-Policy") < html.indexOf("<link"), html);
    Document document = parsed(html);
    assertEquals(1, document.getElementsByTagName("script").getLength());
    var all = document.getElementsByTagName("*");
    for (int i = 0; i < all.getLength(); i++) {
      var attributes = all.item(i).getAttributes();
      for (int a = 0; a < attributes.getLength(); a++) {
        assertFalse(attributes.item(a).getNodeName().startsWith("on"), html);
      }
    }
  }

  /** References, hexadecimal ones too, are what the library that writes a chart makes of some. */
  @Test
  void referencesToWhatXmlCannotHoldAreReplacedAndOthersStay() {
    assertEquals(
        "\ufffd\ufffd\ufffd\ufffd\ufffd &#9;&#10;&#xA9;&#x1F600;&amp;#1; &#38;",
        XmlCharacters.only(
            "&#1;&#x1f;&#xFFFE;&#xD800;&#9999999; &#9;&#10;&#xA9;&#x1F600;&amp;#1; &#38;"));
    assertEquals("x\ufffdy", XmlCharacters.only("x\ud800y"));
  }

  @Test
  void aPageFetchesNothingAndNamesEveryPicture() throws Exception {
    Document document = parsed(page().toHtml());
    var all = document.getElementsByTagName("*");
    int pictures = 0;
    for (int i = 0; i < all.getLength(); i++) {
      Element element = (Element) all.item(i);
      for (String name : List.of("src", "href", "xlink:href", "srcset")) {
        String address = element.getAttribute(name);
        assertTrue(
            address.isEmpty() || address.startsWith("data:") || address.startsWith("#"), address);
      }
      if (element.getTagName().equals("img")) {
        pictures++;
        assertFalse(element.getAttribute("alt").isEmpty());
      }
      if (element.getTagName().equals("svg")) {
        assertEquals("img", element.getAttribute("role"));
        assertFalse(element.getAttribute("aria-label").isEmpty());
      }
    }
    assertEquals(5, pictures);
    String css = document.getElementsByTagName("style").item(0).getTextContent();
    assertFalse(css.contains("url(") || css.contains("@import"), css);
  }

  @Test
  void linksAtTheTopLeadToTheSections() throws Exception {
    Document document = parsed(page().toHtml());
    Element first = (Element) document.getElementsByTagName("a").item(0);
    Element heading = (Element) document.getElementsByTagName("h2").item(0);
    assertEquals("#" + heading.getAttribute("id"), first.getAttribute("href"));
  }

  @Test
  void aTableHasHeadingsForRowsAndColumns() throws Exception {
    Document document = parsed(page().toHtml());
    var headings = document.getElementsByTagName("th");
    assertEquals("col", ((Element) headings.item(0)).getAttribute("scope"));
    assertEquals("row", ((Element) headings.item(2)).getAttribute("scope"));
    assertEquals("<x>", headings.item(2).getTextContent());
    assertThrows(
        IllegalStateException.class, () -> new Table("one").column("a").row("1", "2").html());
  }

  @Test
  void aPageIsWrittenInPlaceOfTheOldOne() throws Exception {
    Path file = Files.writeString(folder.resolve("page.html"), "old");
    page().write(file);
    assertEquals(page().toHtml(), Files.readString(file));
  }
}
