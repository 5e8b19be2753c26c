package org.latentfeature.evidence.denoising;

import java.awt.image.BufferedImage;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.io.image.Plane;
import org.latentfeature.report.picture.GreyScale;
import org.latentfeature.report.picture.NumberPicture;

/**
 * A square of an image, its busiest one: that of the largest sum of differences between neighbours.
 *
 * @param top first row
 * @param left first column
 * @param height in pixels
 * @param width in pixels
 */
record ImageDetail(int top, int left, int height, int width) {

  private static final int SIDE = 128;

  /** Pixels from one square that is tried to the next. */
  private static final int STEP = 16;

  private static final GreyScale GREYS = new GreyScale(0, 255);

  static ImageDetail of(Plane plane) {
    int height = Math.min(SIDE, plane.rows());
    int width = Math.min(SIDE, plane.cols());
    ImageDetail best = new ImageDetail(0, 0, height, width);
    double most = -1;
    for (int top = 0; top + height <= plane.rows(); top += STEP) {
      for (int left = 0; left + width <= plane.cols(); left += STEP) {
        ImageDetail detail = new ImageDetail(top, left, height, width);
        double sum = detail.differences(plane);
        if (sum > most) {
          most = sum;
          best = detail;
        }
      }
    }
    return best;
  }

  private double differences(Plane plane) {
    double sum = 0;
    for (int i = top; i + 1 < top + height; i++) {
      for (int j = left; j + 1 < left + width; j++) {
        sum += Math.abs(plane.get(i + 1, j) - plane.get(i, j));
        sum += Math.abs(plane.get(i, j + 1) - plane.get(i, j));
      }
    }
    return sum;
  }

  /** The square of {@code plane}, a pixel each, black 0 and white 255. */
  BufferedImage picture(Plane plane) {
    Dense values = new Dense(height, width);
    for (int i = 0; i < height; i++) {
      for (int j = 0; j < width; j++) {
        values.set(i, j, plane.get(top + i, left + j));
      }
    }
    return NumberPicture.of(values, GREYS);
  }
}
