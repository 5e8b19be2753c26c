package org.latentfeature.report.picture;

import java.awt.image.BufferedImage;
import java.util.Locale;

/** A bar with the meaning of a picture's colours, with numbers below. */
final class ScaleBar {

  private static final int INK = 0x222222;
  private static final int FRAME = 0xbbbbbb;

  private static final int LETTER = 2;
  private static final int WIDTH = 300;
  private static final int BAR = 16;
  private static final int TICK = 5;
  private static final int TICKS = 4;

  /** Height of the bar with its numbers. */
  static final int HEIGHT = BAR + TICK + Lettering.HEIGHT * LETTER;

  private ScaleBar() {}

  /** Room that the bar and its outermost numbers take from left to right. */
  static int width() {
    return WIDTH + 2 * Lettering.width("-0.00e+00", LETTER) / 2;
  }

  /**
   * Draws the bar of the values from {@code low} to {@code high} about the column {@code middle}.
   */
  static void draw(
      BufferedImage image, ColourScale scale, double low, double high, int middle, int top) {
    int left = middle - WIDTH / 2;
    Pixels.fill(image, left - 1, top - 1, WIDTH + 2, BAR + 2, FRAME);
    for (int j = 0; j < WIDTH; j++) {
      int colour = scale.colour(low + (high - low) * j / (WIDTH - 1));
      Pixels.fill(image, left + j, top, 1, BAR, colour);
    }
    for (int tick = 0; tick <= TICKS; tick++) {
      double share = (double) tick / TICKS;
      String text = value(low + (high - low) * share);
      int at = left + (int) Math.round(share * (WIDTH - 1));
      Pixels.fill(image, at, top + BAR, 1, TICK - 1, INK);
      int from = at - Lettering.width(text, LETTER) / 2;
      Lettering.draw(image, text, from, top + BAR + TICK + 1, LETTER, INK);
    }
  }

  /** Three digits, without a power of ten where a plain number does. */
  private static String value(double v) {
    double size = Math.abs(v);
    if (size == 0) {
      return "0";
    }
    if (size >= 1e4 || size < 1e-3) {
      return String.format(Locale.ROOT, "%.0e", v);
    }
    int decimals = (int) Math.max(0, 1 - Math.floor(Math.log10(size)));
    return String.format(Locale.ROOT, "%." + decimals + "f", v);
  }
}
