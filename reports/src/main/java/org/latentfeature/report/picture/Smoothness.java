package org.latentfeature.report.picture;

import java.util.Comparator;
import java.util.Optional;
import java.util.stream.IntStream;
import org.latentfeature.base.linalg.Dense;

/**
 * How the rows of a dictionary look as pictures: read in a wrong shape or order they are striped,
 * and pixels beside each other differ more.
 */
public final class Smoothness {

  /** Pictures are at most so many times as long as they are broad. */
  private static final int LONGEST = 8;

  private Smoothness() {}

  /**
   * Mean squared difference of a pixel and its right neighbour, plus that of a pixel and the one
   * below; 0 along a side of one pixel. A picture and its transpose are as rough as each other.
   *
   * @param w K×D, D the pixels of {@code shape}
   */
  public static double roughness(Dense w, PictureShape shape) {
    double across = 0;
    double down = 0;
    for (int k = 0; k < w.rows(); k++) {
      for (int i = 0; i < shape.height(); i++) {
        for (int j = 0; j < shape.width(); j++) {
          double value = w.get(k, shape.at(i, j));
          if (j + 1 < shape.width()) {
            across += square(value - w.get(k, shape.at(i, j + 1)));
          }
          if (i + 1 < shape.height()) {
            down += square(value - w.get(k, shape.at(i + 1, j)));
          }
        }
      }
    }
    return across / Math.max(1, shape.height() * (shape.width() - 1.0))
        + down / Math.max(1, (shape.height() - 1.0) * shape.width());
  }

  private static double square(double x) {
    return x * x;
  }

  /**
   * The share by which {@code w} is smoother with height and width of {@code shape} exchanged, or
   * read in the other order, which gives the transposes of the same pictures; below 0 if it is
   * rougher. Exchanging both only transposes what {@code shape} itself gives.
   */
  public static double gainOfTurning(Dense w, PictureShape shape) {
    double rough = roughness(w, shape);
    return rough == 0 ? 0 : 1 - roughness(w, shape.turned()) / rough;
  }

  /**
   * The least rough of all shapes of D pixels whose sides are at least 2 and not more than 8 times
   * as long as each other; nothing if there is none. Of equally rough ones the squarest.
   *
   * @param columnMajor in which order pixels are stored
   */
  public static Optional<PictureShape> smoothest(Dense w, boolean columnMajor) {
    int d = w.cols();
    return IntStream.rangeClosed(2, d / 2)
        .filter(height -> d % height == 0)
        .mapToObj(height -> new PictureShape(height, d / height, columnMajor))
        .filter(shape -> length(shape) <= LONGEST)
        .min(
            Comparator.<PictureShape>comparingDouble(shape -> roughness(w, shape))
                .thenComparingDouble(Smoothness::length));
  }

  private static double length(PictureShape shape) {
    return (double) Math.max(shape.height(), shape.width())
        / Math.min(shape.height(), shape.width());
  }
}
