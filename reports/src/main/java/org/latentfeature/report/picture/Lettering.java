package org.latentfeature.report.picture;

import java.awt.image.BufferedImage;
import java.util.Map;

/**
 * The few characters that label a sheet of pictures, as 5×7 dots. A headless Java machine may have
 * no fonts at all, and then fails on the first letter drawn; these need none.
 */
final class Lettering {

  /** Width of a character with the gap after it, in dots. */
  static final int ADVANCE = 6;

  /** Height of a character, in dots. */
  static final int HEIGHT = 7;

  private static final int WIDTH = 5;

  /** Seven rows from the top, each five dots. */
  private static final Map<Character, String> GLYPHS =
      Map.ofEntries(
          Map.entry('0', " ### #   ##  ### # ###  ##   # ### "),
          Map.entry('1', "  #   ##    #    #    #    #   ### "),
          Map.entry('2', " ### #   #    #   #   #   #   #####"),
          Map.entry('3', "#####   #   #     #     ##   # ### "),
          Map.entry('4', "   #   ##  # # #  # #####   #    # "),
          Map.entry('5', "######    ####     #    ##   # ### "),
          Map.entry('6', "  ##  #   #    #### #   ##   # ### "),
          Map.entry('7', "#####    #   #   #   #    #    #   "),
          Map.entry('8', " ### #   ##   # ### #   ##   # ### "),
          Map.entry('9', " ### #   ##   # ####    #   #  ##  "),
          Map.entry('-', "               #####               "),
          Map.entry('+', "       #    #  #####  #    #       "),
          Map.entry('.', "                          ##   ##  "),
          Map.entry('e', "           ### #   #######     ### "),
          Map.entry('o', "           ### #   ##   ##   # ### "),
          Map.entry('r', "          # ## ##  ##    #    #    "),
          Map.entry('s', "           ### #     ###     ##### "),
          Map.entry('w', "          #   ##   ## # ## # # # # "));

  private Lettering() {}

  /** Width of {@code text} at {@code scale} pixels a dot. */
  static int width(String text, int scale) {
    return Math.max(0, text.length() * ADVANCE - 1) * scale;
  }

  /** Draws {@code text} with its upper left corner at (x, y). Unknown characters stay blank. */
  static void draw(BufferedImage image, String text, int x, int y, int scale, int colour) {
    for (int c = 0; c < text.length(); c++) {
      String dots = GLYPHS.getOrDefault(text.charAt(c), "");
      for (int d = 0; d < dots.length(); d++) {
        if (dots.charAt(d) == '#') {
          Pixels.fill(
              image,
              x + (c * ADVANCE + d % WIDTH) * scale,
              y + d / WIDTH * scale,
              scale,
              scale,
              colour);
        }
      }
    }
  }
}
