package org.latentfeature.report.chart;

import java.awt.BasicStroke;
import java.awt.Color;
import java.util.List;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * Looks of the lines of a chart. The colours are Okabe and Ito's, which the colour-blind can tell
 * apart; markers and dashes differ as well, for print in grey. Equal slots look equal in every
 * chart.
 */
public final class Palette {

  /** The colour of words and of lines that are drawn like them. */
  public static final Color INK = new Color(0x222222);

  /** The colour of axes and other secondary elements. */
  public static final Color AXIS = new Color(0x767676);

  static final Color GRID = new Color(0xe4e4e4);
  static final Color PAPER = Color.WHITE;

  /** The colour of a line that bounds the others; dotted, and of no slot's colour. */
  static final Color FLOOR = new Color(0x555555);

  /** The colour of a stretch that does not count. */
  static final Color SHADE = new Color(0xe8e8e8);

  static final BasicStroke SHADE_STROKE = stroke(10);
  static final BasicStroke FLOOR_STROKE = stroke(1.5f, 1.5f, 3);
  static final BasicStroke MARK_STROKE = stroke(1, 8, 4);
  static final BasicStroke THIN = new BasicStroke(1);

  private static final List<Color> COLOURS =
      List.of(
          new Color(0x0072b2),
          new Color(0xd55e00),
          new Color(0x009e73),
          new Color(0xcc79a7),
          new Color(0xe69f00),
          new Color(0x56b4e9),
          new Color(0x000000));

  private static final List<Marker> MARKERS =
      List.of(
          SeriesMarkers.CIRCLE,
          SeriesMarkers.SQUARE,
          SeriesMarkers.TRIANGLE_UP,
          SeriesMarkers.DIAMOND,
          SeriesMarkers.TRIANGLE_DOWN);

  private static final List<BasicStroke> STROKES =
      List.of(stroke(2), stroke(2, 7, 3), stroke(2, 2, 3), stroke(2, 9, 3, 2, 3));

  private Palette() {}

  /** The colour of a slot, from 0 on. */
  public static Color colour(int slot) {
    return COLOURS.get(slot % COLOURS.size());
  }

  /** A colour as CSS and SVG have it. */
  public static String css(Color colour) {
    return String.format("#%06x", colour.getRGB() & 0xffffff);
  }

  static Marker marker(int slot) {
    return MARKERS.get(slot % MARKERS.size());
  }

  static BasicStroke line(int slot) {
    return STROKES.get(slot % STROKES.size());
  }

  private static BasicStroke stroke(float width, float... dashes) {
    return new BasicStroke(
        width,
        BasicStroke.CAP_BUTT,
        BasicStroke.JOIN_ROUND,
        1,
        dashes.length == 0 ? null : dashes,
        0);
  }
}
