package org.latentfeature.io.image;

import java.io.IOException;
import java.nio.file.Path;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Phrase;
import org.latentfeature.io.NpyReader;

/** The value of white, of which figures about a picture are parts. */
public final class White {

  private static final double BYTE = 255;

  private static final double[] USUAL = {1, BYTE, 65_535};

  /** No noise is so many times white, and no darkness so small a part of a picture. */
  private static final double OTHER_RANGE = 16;

  /** Pixels may be brighter than white by this factor. */
  private static final double OVERSHOOT = 1.5;

  private White() {}

  /**
   * White in a picture without noise, as {@link #known} tells it.
   *
   * @param file of the picture
   * @throws DataException if it has values far above 65535
   */
  public static double of(Path file, Picture picture) throws IOException {
    double white = known(file, picture);
    if (Double.isNaN(white)) {
      throw new DataException(
          "the largest value of %s is %s, above 65535: the value of white is not known; %s"
              .formatted(file, largest(picture), Phrase.WHITE));
    }
    return white;
  }

  /**
   * White in a picture without noise: 255 in an image file, the largest value of an array of bytes
   * or of 16 bits, and in other arrays 1, 255 or 65535, the first that no pixel exceeds by more
   * than half of it, as resampled edges may; NaN if a pixel exceeds all of them.
   *
   * @param file of the picture
   */
  public static double known(Path file, Picture picture) throws IOException {
    if (picture.depth() != Depth.FLOAT) {
      return BYTE;
    }
    double ofType = NpyReader.largest(file);
    if (!Double.isNaN(ofType)) {
      return ofType;
    }
    double largest = largest(picture);
    for (double white : USUAL) {
      if (largest <= OVERSHOOT * white) {
        return white;
      }
    }
    return Double.NaN;
  }

  /**
   * Checks that two pictures are of one range, as that with noise and that without.
   *
   * @throws DataException if the one is some hundred times the other
   */
  public static void requireSameRange(
      Picture noisy, Path noisyFile, Picture truth, Path truthFile, double white) {
    double noisyLevel = level(noisy);
    double truthLevel = level(truth);
    if (noisyLevel > OTHER_RANGE * white || noisyLevel * OTHER_RANGE < truthLevel) {
      throw new DataException(
          "%s has values of about %.3g and %s of about %.3g, where white is %s: they differ in range; multiply one of them, or %s"
              .formatted(noisyFile, noisyLevel, truthFile, truthLevel, white, Phrase.WHITE));
    }
  }

  private static double largest(Picture picture) {
    double largest = 0;
    for (Plane plane : picture.planes()) {
      for (float value : plane.values()) {
        largest = Math.max(largest, value);
      }
    }
    return largest;
  }

  /** The root mean square of the values. */
  private static double level(Picture picture) {
    double sum = 0;
    long count = 0;
    for (Plane plane : picture.planes()) {
      for (float value : plane.values()) {
        sum += (double) value * value;
      }
      count += plane.values().length;
    }
    return Math.sqrt(sum / count);
  }
}
