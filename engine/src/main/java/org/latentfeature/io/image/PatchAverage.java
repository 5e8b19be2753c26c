package org.latentfeature.io.image;

import java.util.Arrays;
import org.latentfeature.data.Matrix;

/**
 * Puts estimates of overlapping patches together: each pixel becomes the mean, weighted if wished,
 * of what the patches that cover it say. It holds sums for the pixels under some patch rows only,
 * the whole image or a band of it; a band may be added to another that contains its rows. Sums are
 * in single precision, so that the order of additions shows in the last bits. Mutable; for one
 * thread at a time.
 */
public final class PatchAverage {

  private final Patches patches;
  private final int firstRow;
  private final int rows;
  private final float[] sums;
  private final float[] weights;

  /** Sums, still zero, for all patches. */
  public PatchAverage(Patches patches) {
    this(patches, 0, patches.down());
  }

  /**
   * Sums, still zero, for the patches whose first pixels lie in rows {@code fromRow} (with) to
   * {@code toRow} (without): those numbered from {@code fromRow · across()} on.
   */
  public PatchAverage(Patches patches, int fromRow, int toRow) {
    if (fromRow < 0 || fromRow >= toRow || toRow > patches.down()) {
      throw new IllegalArgumentException(
          "patch rows " + fromRow + " to " + toRow + " of " + patches.down());
    }
    this.patches = patches;
    firstRow = fromRow;
    rows = toRow - fromRow + patches.size() - 1;
    sums = new float[rows * patches.plane().cols()];
    weights = new float[sums.length];
  }

  /**
   * Adds {@code count} patches from number {@code from} on, each with weight 1.
   *
   * @param estimates one patch a row, in its first rows
   * @param means what is added to all entries of a patch, as {@link Patches#copy} gave it
   */
  public void add(int from, int count, Matrix estimates, float[] means) {
    float[] ones = new float[count];
    Arrays.fill(ones, 1);
    add(from, count, estimates, means, ones);
  }

  /**
   * Adds {@code count} patches from number {@code from} on.
   *
   * @param estimates one patch a row, in its first rows
   * @param means what is added to all entries of a patch, as {@link Patches#copy} gave it
   * @param weight how much each patch counts, above 0
   */
  public void add(int from, int count, Matrix estimates, float[] means, float[] weight) {
    requireHeld(from, count);
    float[] patch = new float[patches.entries()];
    for (int n = 0; n < count; n++) {
      estimates.getRow(n, patch);
      add(from + n, patch, means[n], weight[n]);
    }
  }

  /**
   * Adds the patch of number {@code number}.
   *
   * @param patch its p² values, to which {@code mean} is added
   * @param weight how much it counts, above 0
   */
  public void add(int number, float[] patch, float mean, float weight) {
    requireHeld(number, 1);
    int size = patches.size();
    int cols = patches.plane().cols();
    int at = (number / patches.across() - firstRow) * cols + number % patches.across();
    for (int i = 0; i < size; i++) {
      int to = at + i * cols;
      for (int j = 0; j < size; j++) {
        sums[to + j] += weight * (patch[i * size + j] + mean);
        weights[to + j] += weight;
      }
    }
  }

  /**
   * Adds the sums of {@code band}, which is left as it is.
   *
   * @throws IllegalArgumentException if it is of other patches, or has rows that are not held here
   */
  public void add(PatchAverage band) {
    if (band.patches != patches
        || band.firstRow < firstRow
        || band.firstRow + band.rows > firstRow + rows) {
      throw new IllegalArgumentException("the band is not part of these patches");
    }
    int at = (band.firstRow - firstRow) * patches.plane().cols();
    for (int p = 0; p < band.sums.length; p++) {
      sums[at + p] += band.sums[p];
      weights[at + p] += band.weights[p];
    }
  }

  /**
   * The weighted means, a new plane of the image's size.
   *
   * @throws IllegalStateException if a pixel is under none of the patches added
   */
  public Plane average() {
    return blend(0);
  }

  /**
   * As {@link #average}, where the pixel of the image itself counts as one more estimate of weight
   * {@code pixelWeight} (Elad &amp; Aharon 2006, equation 9).
   *
   * @param pixelWeight at least 0
   * @throws IllegalStateException if a pixel has no weight at all
   */
  public Plane blend(double pixelWeight) {
    Plane picture = patches.plane();
    if (rows != picture.rows()) {
      throw new IllegalStateException(
          "a band is not a whole image; add it to the average of the whole");
    }
    float own = (float) pixelWeight;
    Plane out = new Plane(rows, picture.cols());
    for (int p = 0; p < sums.length; p++) {
      float weight = weights[p] + own;
      if (!(weight > 0)) {
        throw new IllegalStateException("no patch covers pixel " + p);
      }
      out.values()[p] = (sums[p] + own * picture.values()[p]) / weight;
    }
    return out;
  }

  private void requireHeld(int from, int count) {
    int first = firstRow * patches.across();
    int end = (firstRow + rows - patches.size() + 1) * patches.across();
    if (count < 0 || from < first || from > end - count) {
      throw new IllegalArgumentException(
          count + " patches from patch " + from + " are not within " + first + " to " + end);
    }
  }
}
