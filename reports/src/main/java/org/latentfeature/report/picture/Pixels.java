package org.latentfeature.report.picture;

import java.awt.image.BufferedImage;

/** Rectangles of one colour, without a Graphics2D: that may ask a bare machine for fonts. */
final class Pixels {

  private Pixels() {}

  /** Fills the rectangle, which is cut at the image's edges. */
  static void fill(BufferedImage image, int x, int y, int width, int height, int colour) {
    for (int i = Math.max(0, y); i < Math.min(image.getHeight(), y + height); i++) {
      for (int j = Math.max(0, x); j < Math.min(image.getWidth(), x + width); j++) {
        image.setRGB(j, i, colour);
      }
    }
  }
}
