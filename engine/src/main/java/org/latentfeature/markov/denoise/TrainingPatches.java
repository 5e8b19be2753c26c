package org.latentfeature.markov.denoise;

import java.util.Arrays;
import java.util.List;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.data.Matrix;
import org.latentfeature.io.image.OpponentColours;
import org.latentfeature.io.image.PatchMean;
import org.latentfeature.io.image.Patches;
import org.latentfeature.io.image.Picture;
import org.latentfeature.io.image.Plane;

/** The patches of a plane that a model is fitted to. */
public final class TrainingPatches {

  /** Maximum patches that a model is learned from; of larger images, a random sample. */
  private static final int MOST = 1 << 18;

  private TrainingPatches() {}

  /**
   * The planes of {@code picture} that models are learned of; brightness first, if it has colours.
   */
  public static List<Plane> planes(Picture picture) {
    return picture.isColour() ? OpponentColours.of(picture.planes()) : picture.planes();
  }

  /**
   * The patches, a row each: all of them in their order, or of a large plane 262,144 drawn with
   * repetition.
   *
   * @param size side of a patch, p; the matrix has p² columns
   * @param seed of the draws
   * @throws org.latentfeature.data.DataException if the plane is smaller than one patch
   */
  public static Matrix of(Plane plane, int size, PatchMean mean, long seed) {
    return of(new Patches(plane, size, mean), seed);
  }

  /** Returns whether a model is learned from all of {@code patches}, in their order. */
  static boolean areAll(Patches patches) {
    return patches.count() <= MOST;
  }

  /** Returns the patches that a model is fitted to, a random sample if there are too many. */
  static Matrix of(Patches patches, long seed) {
    int count = Math.min(patches.count(), MOST);
    Matrix x = Matrix.allocate(count, patches.entries());
    float[] means = new float[count];
    if (areAll(patches)) {
      patches.copy(0, count, x, means);
    } else {
      RandomStream random = new RandomStream(seed, "denoise patches");
      int[] which = new int[count];
      for (int i = 0; i < count; i++) {
        which[i] = random.nextInt(patches.count());
      }
      Arrays.sort(which);
      patches.copy(which, x, means);
    }
    return x;
  }
}
