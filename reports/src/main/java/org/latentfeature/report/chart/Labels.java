package org.latentfeature.report.chart;

import java.awt.Shape;
import java.awt.font.TextLayout;
import java.awt.geom.AffineTransform;
import java.awt.geom.PathIterator;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The words of a chart by the outlines of their letters. XChart draws text as filled shapes, which
 * are large and can be neither searched, copied nor read aloud; here a shape is turned back into
 * its text.
 */
final class Labels {

  /** XChart turns the title of a vertical axis by the same angle. */
  private static final AffineTransform UPWARDS = AffineTransform.getRotateInstance(-Math.PI / 2);

  private final Map<String, Label> byOutline = new HashMap<>();

  /**
   * A piece of text.
   *
   * @param text what it says
   * @param width its width as laid out
   * @param upwards whether it is read from below
   */
  record Label(String text, double width, boolean upwards) {}

  /** Learns how {@code text} looks, and gives it back. */
  String learn(String text) {
    if (!text.isBlank()) {
      TextLayout layout = Fonts.layout(text);
      Shape outline = layout.getOutline(null);
      byOutline.putIfAbsent(key(outline), new Label(text, layout.getAdvance(), false));
      byOutline.putIfAbsent(
          key(layout.getOutline(UPWARDS)), new Label(text, layout.getAdvance(), true));
    }
    return text;
  }

  /** The text that looks like {@code outline}; null if none of the chart's does. */
  @Nullable Label read(Shape outline) {
    return byOutline.get(key(outline));
  }

  private static String key(Shape outline) {
    StringBuilder key = new StringBuilder();
    double[] at = new double[6];
    int[] numbers = {2, 2, 4, 6, 0};
    for (PathIterator it = outline.getPathIterator(null); !it.isDone(); it.next()) {
      int segment = it.currentSegment(at);
      key.append(segment);
      for (int i = 0; i < numbers[segment]; i++) {
        // Turning leaves rounding errors.
        key.append(' ').append(Math.round(at[i] * 100));
      }
      key.append(';');
    }
    return key.toString();
  }
}
