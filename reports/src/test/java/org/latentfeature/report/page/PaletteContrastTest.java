package org.latentfeature.report.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Contrast of the page's colours, by WCAG 2.2: text at least 4.5, what is drawn at least 3. */
class PaletteContrastTest {

  private static final List<String> GROUNDS =
      List.of("paper", "pale", "note", "fill", "lit", "partner", "warm", "cool");

  private static String resource(String name) throws Exception {
    try (InputStream in = Objects.requireNonNull(Page.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static List<Map<String, Integer>> schemes() throws Exception {
    Matcher roots =
        Pattern.compile(":root \\{([^}]*--paper[^}]*)\\}").matcher(resource("page.css"));
    return roots.results().map(root -> colours(root.group(1))).toList();
  }

  private static Map<String, Integer> colours(String declarations) {
    Map<String, Integer> colours = new HashMap<>();
    Matcher each = Pattern.compile("--(\\w+): #(\\p{XDigit}{6})").matcher(declarations);
    while (each.find()) {
      colours.put(each.group(1), Integer.parseInt(each.group(2), 16));
    }
    return colours;
  }

  private static double contrast(int a, int b) {
    double light = Math.max(luminance(a), luminance(b));
    double dark = Math.min(luminance(a), luminance(b));
    return (light + .05) / (dark + .05);
  }

  private static double luminance(int colour) {
    return .2126 * linear(colour >> 16 & 0xff)
        + .7152 * linear(colour >> 8 & 0xff)
        + .0722 * linear(colour & 0xff);
  }

  private static double linear(int channel) {
    double share = channel / 255.0;
    return share <= .04045 ? share / 12.92 : Math.pow((share + .055) / 1.055, 2.4);
  }

  @Test
  void textCanBeReadInBothSchemes() throws Exception {
    List<Map<String, Integer>> schemes = schemes();
    assertEquals(2, schemes.size());
    for (Map<String, Integer> scheme : schemes) {
      for (String ground : GROUNDS) {
        assertAtLeast(4.5, scheme, "ink", ground);
      }
      for (String ground : List.of("paper", "lit", "partner")) {
        assertAtLeast(4.5, scheme, "soft", ground);
      }
      assertAtLeast(4.5, scheme, "link", "paper");
      for (String drawn : List.of("positive", "negative", "ring", "edge", "curve")) {
        assertAtLeast(3, scheme, drawn, "paper");
      }
    }
  }

  private static void assertAtLeast(
      double least, Map<String, Integer> scheme, String text, String ground) {
    double contrast = contrast(colour(scheme, text), colour(scheme, ground));
    assertTrue(contrast >= least, text + " on " + ground + " has " + contrast + " in " + scheme);
  }

  private static int colour(Map<String, Integer> scheme, String name) {
    return Objects.requireNonNull(scheme.get(name), name);
  }

  @Test
  void contrastIsThatOfTheStandard() {
    assertEquals(21, contrast(0x000000, 0xffffff), 1e-9);
    assertEquals(4.54, contrast(0x767676, 0xffffff), .005);
  }

  @Test
  void theScriptIsSmall() throws Exception {
    int bytes = resource("page.js").getBytes(StandardCharsets.UTF_8).length;
    assertTrue(bytes <= 30_000, bytes + " bytes");
  }
}
