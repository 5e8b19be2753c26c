package org.latentfeature.report.picture;

import java.awt.image.BufferedImage;

/**
 * Where in a picture some features are active (Zhang &amp; Paisley, ICML 2016, Figure 4): the grey
 * picture as if printed on paper of the colour of the activity, and what the colours mean below.
 */
public final class FeedbackMap {

  private static final int PAPER = 0xffffff;

  /** Smaller pictures are enlarged to about this many pixels across. */
  private static final int ACROSS = 512;

  private static final int MARGIN = 12;

  /** How light black is drawn, lest the colour cannot be seen there. */
  private static final double BLACK = .3;

  private FeedbackMap() {}

  /**
   * Draws the map.
   *
   * @param activity rows × cols numbers, row after row, at least 0: for each pixel how active the
   *     features are there, as the number of patches over it that use one of them
   * @param grey rows × cols values of the picture; its smallest is drawn darkest
   * @throws IllegalArgumentException if the sizes differ or a number is not finite or, of the
   *     activities, negative
   */
  public static BufferedImage draw(float[] activity, float[] grey, int rows, int cols) {
    check("activities", activity, rows, cols);
    check("grey values", grey, rows, cols);
    double most = 0;
    for (float a : activity) {
      if (a < 0) {
        throw new IllegalArgumentException("an activity of " + a);
      }
      most = Math.max(most, a);
    }
    HeatScale heat = new HeatScale(most);
    GreyScale lights = lights(grey);
    int zoom = Math.max(1, ACROSS / Math.max(rows, cols));
    int width = Math.max(zoom * cols, ScaleBar.width());
    int top = zoom * rows + MARGIN;
    BufferedImage image =
        new BufferedImage(width, top + ScaleBar.HEIGHT + MARGIN, BufferedImage.TYPE_INT_RGB);
    Pixels.fill(image, 0, 0, image.getWidth(), image.getHeight(), PAPER);
    int indent = (width - zoom * cols) / 2;
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        int light = lights.colour(grey[i * cols + j]) & 0xff;
        int colour = printed(light / 255.0, heat.colour(activity[i * cols + j]));
        Pixels.fill(image, indent + j * zoom, i * zoom, zoom, zoom, colour);
      }
    }
    ScaleBar.draw(image, heat, 0, most, width / 2, top);
    return image;
  }

  private static GreyScale lights(float[] grey) {
    double black = Double.POSITIVE_INFINITY;
    double white = Double.NEGATIVE_INFINITY;
    for (float value : grey) {
      black = Math.min(black, value);
      white = Math.max(white, value);
    }
    return new GreyScale(black, white);
  }

  /** A grey printed on coloured paper: the product of the two. */
  private static int printed(double light, int paper) {
    return ColourScale.blend(0x000000, paper, BLACK + (1 - BLACK) * light);
  }

  private static void check(String what, float[] values, int rows, int cols) {
    if (rows < 1 || cols < 1 || values.length != (long) rows * cols) {
      throw new IllegalArgumentException(
          values.length + " " + what + " of a picture of " + rows + "×" + cols);
    }
    for (float value : values) {
      if (!Float.isFinite(value)) {
        throw new IllegalArgumentException("among the " + what + " is " + value);
      }
    }
  }
}
