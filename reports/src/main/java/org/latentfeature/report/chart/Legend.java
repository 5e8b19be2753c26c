package org.latentfeature.report.chart;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.Stroke;
import java.awt.geom.Line2D;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.knowm.xchart.style.markers.Marker;

/** The legend of a chart, in as many lines below it as its entries take; XChart's has one. */
final class Legend {

  private static final int LINE = 19;
  private static final int SAMPLE = 28;
  private static final int GAP = 6;
  private static final int BETWEEN = 16;

  private final List<Entry> entries = new ArrayList<>();

  private record Entry(
      String name, Color colour, @Nullable Stroke stroke, @Nullable Marker marker, double width) {}

  /** Adds an entry; without {@code stroke} or {@code marker} the curve has none. */
  void add(String name, Color colour, @Nullable Stroke stroke, @Nullable Marker marker) {
    double width = SAMPLE + GAP + Fonts.layout(name).getAdvance() + BETWEEN;
    entries.add(new Entry(name, colour, stroke, marker, width));
  }

  /** Draws it from {@code top} down and gives its height; that of one entry alone says nothing. */
  int paint(ChartGraphics graphics, int top, int width) {
    if (entries.size() < 2) {
      return 0;
    }
    double x = BETWEEN;
    double y = top + LINE / 2.0;
    for (Entry entry : entries) {
      if (x > BETWEEN && x + entry.width() - BETWEEN > width) {
        x = BETWEEN;
        y += LINE;
      }
      sample(graphics, entry, x, y);
      graphics.setColor(Palette.INK);
      graphics.write(
          entry.name(),
          x + SAMPLE + GAP,
          y + .36 * Fonts.SIZE,
          entry.width() - SAMPLE - GAP - BETWEEN);
      x += entry.width();
    }
    return (int) Math.ceil(y + LINE / 2.0) - top;
  }

  private static void sample(Graphics2D graphics, Entry entry, double x, double y) {
    graphics.setColor(entry.colour());
    if (entry.stroke() != null) {
      graphics.setStroke(entry.stroke());
      graphics.draw(new Line2D.Double(x, y, x + SAMPLE, y));
    }
    if (entry.marker() != null) {
      entry.marker().paint(graphics, x + SAMPLE / 2.0, y, Look.MARKER);
    }
  }
}
