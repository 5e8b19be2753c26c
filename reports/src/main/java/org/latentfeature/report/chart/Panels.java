package org.latentfeature.report.chart;

import java.util.ArrayList;
import java.util.List;

/** Charts of one kind beside and under each other, each below its caption. */
public final class Panels {

  private static final int MOST_BESIDE = 4;

  /** The height of a chart with a legend of up to three lines. */
  private static final int CHART_HEIGHT = Canvas.HEIGHT + 60;

  /** Pixels of width: a desktop's screen shows all, and a smaller one a part that can be read. */
  private static final int WIDEST = 1260;

  private static final int CAPTION_HEIGHT = 28;
  private static final int HEIGHT = CAPTION_HEIGHT + CHART_HEIGHT;

  private final String title;
  private final List<String> captions = new ArrayList<>();
  private final List<LineChart> charts = new ArrayList<>();

  /** No panels yet. {@code title} is for those who hear the picture. */
  public Panels(String title) {
    this.title = title;
  }

  /** Adds the next one. */
  public Panels add(String caption, LineChart chart) {
    captions.add(caption);
    charts.add(chart);
    return this;
  }

  /**
   * All of them as an SVG element.
   *
   * @throws IllegalStateException if there are none, or one of them {@linkplain LineChart#isEmpty
   *     is empty}
   * @throws MissingFontsException if this machine has no fonts
   */
  public String svg() {
    if (charts.isEmpty()) {
      throw new IllegalStateException("the picture '" + title + "' has no chart to show");
    }
    int beside = Math.min(MOST_BESIDE, charts.size());
    int width = beside * Canvas.WIDTH;
    int height = (charts.size() + beside - 1) / beside * HEIGHT;
    int shown = Math.min(width, WIDEST);
    StringBuilder svg = new StringBuilder();
    svg.append(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\" aria-label=\"%s\" font-family=\"sans-serif\" font-size=\"%d\" text-anchor=\"middle\">"
            .formatted(width, height, shown, height * shown / width, escaped(title), Fonts.SIZE));
    svg.append(
        "<rect width=\"%d\" height=\"%d\" fill=\"%s\"/>"
            .formatted(width, height, Palette.css(Palette.PAPER)));
    for (int p = 0; p < charts.size(); p++) {
      int x = p % beside * Canvas.WIDTH;
      int y = p / beside * HEIGHT;
      svg.append(
          "<text x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>"
              .formatted(
                  x + Canvas.WIDTH / 2,
                  y + CAPTION_HEIGHT - Fonts.SIZE / 2,
                  Palette.css(Palette.INK),
                  escaped(captions.get(p))));
      svg.append(
          "<svg x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\">%s</svg>"
              .formatted(x, y + CAPTION_HEIGHT, Canvas.WIDTH, CHART_HEIGHT, charts.get(p).svg()));
    }
    return svg.append("</svg>").toString();
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }
}
