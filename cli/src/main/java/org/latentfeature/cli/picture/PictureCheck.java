package org.latentfeature.cli.picture;

import java.nio.file.Path;
import java.util.Locale;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.io.image.Picture;
import org.latentfeature.io.image.Plane;

/** Checks the properties of a picture's values that denoising needs beyond finite numbers. */
final class PictureCheck {

  /** Beyond these, squares of pixels leave the range of single precision. */
  private static final double LEAST = 1e-9;

  private static final double MOST = 1e12;

  private PictureCheck() {}

  /**
   * Asks for values of a size that can be computed with.
   *
   * @throws Failure if the largest is too large or too small
   */
  static void range(Path file, Picture picture) {
    float largest = 0;
    for (Plane plane : picture.planes()) {
      for (float value : plane.values()) {
        largest = Math.max(largest, Math.abs(value));
      }
    }
    if (largest != 0 && !(largest >= LEAST && largest <= MOST)) {
      throw new Failure(
          String.format(
              Locale.ROOT,
              "the largest value of %s is %.3g; it must be from %.0e to %.0e, where white is 255: "
                  + "multiply the image by %.0e",
              file,
              largest,
              LEAST,
              MOST,
              255 / largest));
    }
  }
}
