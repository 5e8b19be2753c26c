package org.latentfeature.io.image;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A grey image (one plane) or a colour image (red, green and blue), all planes of one size. At any
 * file depth, values are in units of 8-bit grey levels.
 *
 * @param planes one plane or three, not copied
 * @param alpha opacity, from 0 to 255, kept unchanged; null if the image is opaque
 * @param depth of the image's file, and of files written from it
 */
public record Picture(List<Plane> planes, @Nullable Plane alpha, Depth depth) {

  /**
   * Checks the number of planes and their sizes.
   *
   * @throws IllegalArgumentException if there are neither one nor three, or of different sizes
   */
  public Picture {
    planes = List.copyOf(planes);
    if (planes.size() != 1 && planes.size() != 3) {
      throw new IllegalArgumentException("an image has one plane or three, not " + planes.size());
    }
    Plane first = planes.get(0);
    if (!planes.stream().allMatch(first::isSizeOf) || (alpha != null && !first.isSizeOf(alpha))) {
      throw new IllegalArgumentException("the planes of an image differ in size");
    }
  }

  /** A grey, opaque image. */
  public static Picture grey(Plane plane, Depth depth) {
    return new Picture(List.of(plane), null, depth);
  }

  /** An opaque image of red, green and blue. */
  public static Picture colour(Plane red, Plane green, Plane blue, Depth depth) {
    return new Picture(List.of(red, green, blue), null, depth);
  }

  /** Number of rows, the height. */
  public int rows() {
    return planes.get(0).rows();
  }

  /** Number of columns, the width. */
  public int cols() {
    return planes.get(0).cols();
  }

  /** Returns whether the planes are red, green and blue. */
  public boolean isColour() {
    return planes.size() == 3;
  }

  /** This image with other planes, as many; opacity and depth stay. */
  public Picture withPlanes(List<Plane> others) {
    if (others.size() != planes.size()) {
      throw new IllegalArgumentException(others.size() + " planes cannot replace " + planes.size());
    }
    return new Picture(others, alpha, depth);
  }

  /** This image in 8-bit grey levels, if {@code white} is the value of white now. */
  public Picture inGreyLevels(double white) {
    if (white == 255) {
      return this;
    }
    return withPlanes(planes.stream().map(plane -> plane.times(255 / white)).toList());
  }
}
