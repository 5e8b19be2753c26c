package org.latentfeature.examples;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.fit.FitListener;
import org.latentfeature.io.image.Depth;
import org.latentfeature.io.image.Picture;
import org.latentfeature.io.image.Plane;
import org.latentfeature.markov.denoise.DenoiseOptions;
import org.latentfeature.markov.denoise.Denoiser;

/** Removes noise from a grey picture of stripes. */
public final class CleanPicture {

  private static final int SIDE = 48;

  private CleanPicture() {}

  /**
   * Runs it.
   *
   * @param arguments not used
   */
  public static void main(String[] arguments) {
    Plane clean = new Plane(SIDE, SIDE);
    Plane noisy = new Plane(SIDE, SIDE);
    RandomGenerator random = new SplittableRandom(1);
    for (int i = 0; i < SIDE; i++) {
      for (int j = 0; j < SIDE; j++) {
        float grey = (i + j) / 6 % 2 == 0 ? 60 : 180;
        clean.set(i, j, grey);
        noisy.set(i, j, grey + (float) (20 * random.nextGaussian()));
      }
    }
    try (Backend backend = Backends.auto()) {
      Picture found =
          new Denoiser(backend, DenoiseOptions.of(20))
              .denoise(Picture.grey(noisy, Depth.BITS_8), 20., FitListener.SILENT)
              .picture();
      System.out.printf(
          "noise of %.0f grey levels; %.0f are left%n",
          error(clean, noisy), error(clean, found.planes().get(0)));
    }
  }

  /** The root mean square of the difference. */
  private static double error(Plane one, Plane other) {
    double sum = 0;
    for (int i = 0; i < SIDE; i++) {
      for (int j = 0; j < SIDE; j++) {
        double difference = one.get(i, j) - other.get(i, j);
        sum += difference * difference;
      }
    }
    return Math.sqrt(sum) / SIDE;
  }
}
