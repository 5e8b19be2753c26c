package org.latentfeature.report.chart;

import java.awt.Font;
import java.awt.font.FontRenderContext;
import java.awt.font.TextLayout;

/** The one font of the charts, which lays their labels out; a page shows them in its own. */
public final class Fonts {

  /**
   * Size of all text in a chart's own units: on a screen of 390 pixels a chart is about 0.85 times
   * as large.
   */
  static final int SIZE = 15;

  static final Font LABEL = new Font(Font.SANS_SERIF, Font.PLAIN, SIZE);

  private static final FontRenderContext CONTEXT = new FontRenderContext(null, true, true);

  private Fonts() {}

  /**
   * Tries the font, to be called before long work whose results are to be charted.
   *
   * @throws MissingFontsException if this machine has no font that Java can use
   */
  public static void require() {
    layout("0");
  }

  static TextLayout layout(String text) {
    try {
      return new TextLayout(text, LABEL, CONTEXT);
    } catch (InternalError | NoClassDefFoundError | UnsatisfiedLinkError | RuntimeException e) {
      // Java's ways of saying that there is no font or no library to read one, by version and turn.
      throw new MissingFontsException(e);
    }
  }
}
