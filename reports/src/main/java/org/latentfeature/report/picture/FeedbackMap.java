package org.latentfeature.report.picture;

import java.awt.image.BufferedImage;
import org.latentfeature.io.image.Plane;

/**
 * Where in a picture some features are active (Zhang &amp; Paisley, ICML 2016, Figure 4): the grey
 * picture as if printed on paper of the colour of the activity, and what the colours mean below.
 */
public final class FeedbackMap {

  private static final int PAPER = 0xffffff;

  /** Smaller pictures are enlarged to about this many pixels across. */
  private static final int ACROSS = 512;

  private static final int MARGIN = 12;

  /** The grey level of white. */
  private static final double WHITE = 255;

  /** How light black is drawn, lest the colour cannot be seen there. */
  private static final double BLACK = .3;

  private FeedbackMap() {}

  /**
   * Draws the map.
   *
   * @param activity a number for each pixel, row after row, at least 0: how active the features are
   *     there, as the number of patches over it that use one of them
   * @param grey the picture
   * @throws IllegalArgumentException if the activities are not as many as pixels, or a number is
   *     not finite or, of the activities, negative
   */
  public static BufferedImage draw(float[] activity, Plane grey) {
    int rows = grey.rows();
    int cols = grey.cols();
    HeatScale heat = new HeatScale(most(activity, grey));
    int zoom = Math.max(1, ACROSS / Math.max(rows, cols));
    int width = Math.max(zoom * cols, ScaleBar.width());
    int top = zoom * rows + MARGIN;
    BufferedImage image =
        new BufferedImage(width, top + ScaleBar.HEIGHT + MARGIN, BufferedImage.TYPE_INT_RGB);
    Pixels.fill(image, 0, 0, image.getWidth(), image.getHeight(), PAPER);
    int indent = (width - zoom * cols) / 2;
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        int colour = printed(grey.get(i, j), heat.colour(activity[i * cols + j]));
        Pixels.fill(image, indent + j * zoom, i * zoom, zoom, zoom, colour);
      }
    }
    ScaleBar.draw(image, heat, 0, heat.most(), width / 2, top);
    return image;
  }

  /** A grey level printed on coloured paper: the product of the two. */
  private static int printed(double level, int paper) {
    double light = Math.max(0, Math.min(1, level / WHITE));
    return ColourScale.blend(0x000000, paper, BLACK + (1 - BLACK) * light);
  }

  /** The largest activity. */
  private static double most(float[] activity, Plane grey) {
    if (activity.length != grey.values().length) {
      throw new IllegalArgumentException(
          "%d activities of a picture of %d×%d"
              .formatted(activity.length, grey.rows(), grey.cols()));
    }
    double most = 0;
    for (int i = 0; i < activity.length; i++) {
      if (!(activity[i] >= 0 && activity[i] < Float.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException("an activity of " + activity[i]);
      }
      if (!Float.isFinite(grey.values()[i])) {
        throw new IllegalArgumentException("a grey level of " + grey.values()[i]);
      }
      most = Math.max(most, activity[i]);
    }
    return most;
  }
}
