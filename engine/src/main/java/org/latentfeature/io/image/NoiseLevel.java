package org.latentfeature.io.image;

import java.util.Arrays;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.ChiSquared;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Phrase;

/**
 * Estimates the standard deviation of white noise in an image: patches of little texture are picked
 * (Liu, Tanaka &amp; Okutomi 2013, "Single-image noise level estimation for blind denoising",
 * section III), and of the eigenvalues of their covariance the small ones, those of the noise
 * alone, are averaged (Chen, Zhu &amp; Heng 2015, "An efficient statistical method for image noise
 * level estimation", algorithm 1). The one estimate says which patches have no more texture than
 * noise would give them, they give the next. Where Liu et al. take the smallest eigenvalue, which
 * of few patches is far below the others, the average serves small images too.
 */
public final class NoiseLevel {

  /** Side of a patch, p. */
  private static final int SIDE = 6;

  /** Patches for each entry of one, below which a covariance says nothing. */
  private static final int LEAST = 3;

  /** More patches, spread evenly, would not change the estimate by as much as its error. */
  private static final int MOST_PATCHES = 1 << 16;

  /**
   * Quantile of the normal distribution by which 95% of the patches that are noise alone are
   * picked. The patches left out make the level of an image of noise alone 2% too low; a larger
   * quantile would let in as much of the texture of other patches.
   */
  private static final double CONFIDENCE = 1.6448536269514722;

  private static final int ITERATIONS = 5;

  /** The relative change of the variance at which there is no need of another iteration. */
  private static final double SETTLED = 1e-3;

  /** Eigenvalues below this part of the largest are nothing but rounding. */
  private static final double ROUNDING = 1e-13;

  /** Patches at a time, few enough for the nearest cache. */
  private static final int BLOCK = 60;

  private final Matrix patches;
  private final double origin;

  private NoiseLevel(Matrix patches, double origin) {
    this.patches = patches;
    this.origin = origin;
  }

  /**
   * The level of the noise in a plane, in the plane's units, from patches without pixels whose
   * noise is lost: a border of one value or a masked part does not lower it. 0 says that there is
   * none, as in a plane of one value, or that too few patches vary to tell.
   *
   * @throws DataException if the plane is too small to tell
   */
  public static double of(Plane plane) {
    requireEnough(plane);
    Patches all = new Patches(plane, SIDE, PatchMean.KEPT);
    int[] varied = new FlatPixels(plane).patchesWithout(all);
    if (varied.length < LEAST * SIDE * SIDE) {
      return 0;
    }
    int[] which = new int[Math.min(varied.length, MOST_PATCHES)];
    for (int n = 0; n < which.length; n++) {
      which[n] = varied[(int) ((long) n * varied.length / which.length)];
    }
    Matrix patches = Matrix.allocate(which.length, all.entries());
    all.copy(which, patches, new float[which.length]);
    return new NoiseLevel(patches, patches.get(0, 0)).estimate();
  }

  /**
   * The level of the noise in an image, the root mean square of that in its colours.
   *
   * @throws DataException if the image is too small to tell
   */
  public static double of(Picture picture) {
    double sum = 0;
    for (Plane plane : picture.planes()) {
      double level = of(plane);
      sum += level * level;
    }
    return Math.sqrt(sum / picture.planes().size());
  }

  private static void requireEnough(Plane plane) {
    long down = Math.max(0, plane.rows() - SIDE + 1);
    long across = Math.max(0, plane.cols() - SIDE + 1);
    if (down * across < LEAST * SIDE * SIDE) {
      throw new DataException(
          "the noise cannot be estimated from an image of only "
              + plane.rows()
              + "×"
              + plane.cols()
              + " pixels; "
              + Phrase.SIGMA);
    }
  }

  private double estimate() {
    double[] textures = textures();
    boolean[] picked = new boolean[patches.rows()];
    Arrays.fill(picked, true);
    double variance = noiseVariance(picked);
    // Of noise alone, the texture has the mean p (p - 2) σ² and so many degrees of freedom as there
    // are entries, less the four patterns that have no gradient.
    int freedom = SIDE * SIDE - 4;
    double limit = SIDE * (SIDE - 2.0) / freedom * ChiSquared.quantile(CONFIDENCE, freedom);
    double before = Double.POSITIVE_INFINITY;
    for (int t = 1; t < ITERATIONS && before - variance > SETTLED * variance; t++) {
      int count = 0;
      for (int n = 0; n < picked.length; n++) {
        picked[n] = textures[n] <= limit * variance;
        count += picked[n] ? 1 : 0;
      }
      if (count < LEAST * SIDE * SIDE) {
        break;
      }
      before = variance;
      variance = noiseVariance(picked);
    }
    return Math.sqrt(variance);
  }

  /** Computes, for each patch, the sum of squares of its gradients by the filter (−½, 0, ½). */
  private double[] textures() {
    double[] textures = new double[patches.rows()];
    float[] patch = new float[SIDE * SIDE];
    for (int n = 0; n < textures.length; n++) {
      patches.getRow(n, patch);
      double sum = 0;
      for (int i = 0; i < SIDE; i++) {
        for (int j = 2; j < SIDE; j++) {
          double horizontal = patch[i * SIDE + j] - patch[i * SIDE + j - 2];
          double vertical = patch[j * SIDE + i] - patch[(j - 2) * SIDE + i];
          sum += horizontal * horizontal + vertical * vertical;
        }
      }
      textures[n] = sum / 4;
    }
    return textures;
  }

  /**
   * The mean of the smallest eigenvalues of the covariance, as many as make the mean no larger than
   * the median: those of noise lie as much above their mean as below it.
   */
  private double noiseVariance(boolean[] picked) {
    double[] values = Algebra.JAVA.eigenvalues(covariance(picked));
    int first = 0;
    // Each mean from its own sum: one with the largest taken off again would be all rounding.
    double mean = mean(values, first);
    while (surplus(values, first, mean) < 0) {
      first++;
      mean = mean(values, first);
    }
    return mean > ROUNDING * values[0] ? mean : 0;
  }

  private static double mean(double[] values, int from) {
    double sum = 0;
    for (int k = from; k < values.length; k++) {
      sum += values[k];
    }
    return sum / (values.length - from);
  }

  /** How many values from {@code from} on are above the mean, less how many are below. */
  private static int surplus(double[] values, int from, double mean) {
    int surplus = 0;
    for (int k = from; k < values.length; k++) {
      surplus += (int) Math.signum(values[k] - mean);
    }
    return surplus;
  }

  private Dense covariance(boolean[] picked) {
    int entries = patches.cols();
    Dense block = new Dense(BLOCK, entries);
    Dense products = new Dense(entries, entries);
    double[] sums = new double[entries];
    float[] patch = new float[entries];
    int count = 0;
    int filled = 0;
    for (int n = 0; n < picked.length; n++) {
      if (picked[n]) {
        patches.getRow(n, patch);
        for (int j = 0; j < entries; j++) {
          // From one of the values on, so that less is lost below, and nothing if all are equal.
          double value = patch[j] - origin;
          block.set(filled, j, value);
          sums[j] += value;
        }
        count++;
        filled++;
      }
      if (filled == BLOCK || (n == picked.length - 1 && filled > 0)) {
        Arrays.fill(block.values(), filled * entries, BLOCK * entries, 0);
        add(Algebra.JAVA.transposedMultiply(block, block), products);
        filled = 0;
      }
    }
    for (int i = 0; i < entries; i++) {
      for (int j = 0; j < entries; j++) {
        double means = sums[i] / count * (sums[j] / count);
        products.set(i, j, products.get(i, j) / count - means);
      }
    }
    return products;
  }

  private static void add(Dense what, Dense to) {
    for (int p = 0; p < to.values().length; p++) {
      to.values()[p] += what.values()[p];
    }
  }
}
