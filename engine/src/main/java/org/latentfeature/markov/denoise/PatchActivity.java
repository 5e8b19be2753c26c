package org.latentfeature.markov.denoise;

import java.util.Set;
import org.latentfeature.backend.Backend;
import org.latentfeature.data.Matrix;
import org.latentfeature.io.image.PatchMean;
import org.latentfeature.io.image.Patches;
import org.latentfeature.io.image.Plane;
import org.latentfeature.markov.MarkovCoder;
import org.latentfeature.markov.MarkovParameters;

/**
 * Where in an image features are active: for each pixel, how many of the patches over it use one of
 * them (Zhang &amp; Paisley 2016, Figure 4).
 */
public final class PatchActivity {

  /** Patches coded at once. */
  private static final int BAND = 1 << 15;

  private PatchActivity() {}

  /**
   * The counts, row after row.
   *
   * @param model of patches of {@code size}×{@code size} pixels
   * @param mean whether patches are coded without their mean, as for the model's fit
   * @param features whose activity it is, 0 … K−1
   * @throws IllegalArgumentException if the model is not of such patches
   * @throws org.latentfeature.data.DataException if the plane is smaller than a patch
   */
  public static float[] of(
      Backend backend,
      Plane plane,
      MarkovParameters model,
      int size,
      PatchMean mean,
      Set<Integer> features) {
    Patches patches = new Patches(plane, size, mean);
    if (patches.entries() != model.cols()) {
      throw new IllegalArgumentException(
          "patches of %d×%d have %d pixels, but the model has %d columns"
              .formatted(size, size, patches.entries(), model.cols()));
    }
    float[] activity = new float[plane.rows() * plane.cols()];
    MarkovCoder coder = new MarkovCoder(backend, model);
    int rows = Math.max(1, BAND / patches.across());
    for (int top = 0; top < patches.down(); top += rows) {
      int first = top * patches.across();
      int count = Math.min(rows, patches.down() - top) * patches.across();
      Matrix x = Matrix.allocate(count, patches.entries());
      patches.copy(first, count, x, new float[count]);
      coder.code(
          x,
          (i, code) -> {
            boolean active = false;
            for (int a = 0; a < code.size(); a++) {
              active |= features.contains(code.feature(a));
            }
            if (active) {
              add(activity, plane.cols(), patches, first + i);
            }
          });
    }
    return activity;
  }

  private static void add(float[] activity, int cols, Patches patches, int patch) {
    int at = patch / patches.across() * cols + patch % patches.across();
    for (int i = 0; i < patches.size(); i++) {
      for (int j = 0; j < patches.size(); j++) {
        activity[at + i * cols + j]++;
      }
    }
  }
}
