package org.latentfeature.report.fit;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.latentfeature.backend.BackendInfo;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

/** Pages as a reader of XML finds them, held to what holds of every page. */
final class ParsedPage {

  static final Origin ORIGIN =
      new Origin(
          "lfm report 'a b.lfm' X.npy",
          "lfm test",
          23,
          new BackendInfo("java", "another device", 1, Map.of("java", "17")),
          "a b.lfm",
          "X<1>.npy",
          "abc");

  private ParsedPage() {}

  /** Numbers are finite, nothing is fetched, and every picture has words. */
  static Document parsed(ReportedFit fit) throws Exception {
    String html = new FitReport(fit).page(ORIGIN).toHtml();
    String words = html.replaceAll("(?s)<script>.*</script>", "");
    assertFalse(Pattern.compile("NaN|Infinity|∞|\\bnull\\b(?! state)").matcher(words).find());
    Document document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(html)));
    var all = document.getElementsByTagName("*");
    for (int i = 0; i < all.getLength(); i++) {
      Element element = (Element) all.item(i);
      for (String name : List.of("src", "href")) {
        String address = element.getAttribute(name);
        assertTrue(
            address.isEmpty() || address.startsWith("data:") || address.startsWith("#"), address);
      }
      if (element.getTagName().equals("img")) {
        assertFalse(element.getAttribute("alt").isEmpty());
      }
    }
    return document;
  }

  static String text(Document document) {
    return document.getElementsByTagName("main").item(0).getTextContent();
  }

  static int count(Document document, String tag) {
    return document.getElementsByTagName(tag).getLength();
  }
}
