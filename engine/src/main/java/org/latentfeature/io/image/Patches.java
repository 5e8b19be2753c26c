package org.latentfeature.io.image;

import org.latentfeature.data.DataException;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Phrase;

/**
 * All overlapping p×p patches of a plane, one for each place that a patch can lie at. Patch {@code
 * top·across + left} has its first pixel in row {@code top}, column {@code left}; as a row of a
 * matrix it is its p² values, row after row. Patches are cut out when asked for, so that those of a
 * large image need not be in memory at once: take them by bands, which are ranges of whole patch
 * rows, {@code down()} in number. Safe for several threads that write to different matrices.
 */
public final class Patches {

  private final Plane plane;
  private final int size;
  private final PatchMean mean;
  private final int down;
  private final int across;

  /**
   * The patches of {@code plane}, which is not copied and should stay as it is.
   *
   * @param size p, at least 1
   * @throws DataException if the plane is smaller than one patch
   */
  public Patches(Plane plane, int size, PatchMean mean) {
    if (size < 1) {
      throw new IllegalArgumentException(
          "the side of a patch is " + size + "; it must be at least 1");
    }
    if (plane.rows() < size || plane.cols() < size) {
      throw new DataException(
          "the image has "
              + plane.rows()
              + "×"
              + plane.cols()
              + " pixels (rows × columns), fewer than a patch of "
              + size
              + "×"
              + size
              + "; "
              + Phrase.PATCH);
    }
    this.plane = plane;
    this.size = size;
    this.mean = mean;
    this.down = plane.rows() - size + 1;
    this.across = plane.cols() - size + 1;
  }

  /** Number of patches, {@code down() · across()}. */
  public int count() {
    return down * across;
  }

  /** Number of places from top to bottom. */
  public int down() {
    return down;
  }

  /** Number of places from left to right. */
  public int across() {
    return across;
  }

  /** Side of a patch, p. */
  public int size() {
    return size;
  }

  /** Entries of a patch, p². */
  public int entries() {
    return size * size;
  }

  /** The plane itself. */
  public Plane plane() {
    return plane;
  }

  /**
   * Cuts out the patches numbered {@code which}, in that order, repetitions allowed.
   *
   * @param into at least as many rows, of p² columns; the first rows are overwritten
   * @param means at least as many entries; the first are overwritten with the means taken off
   */
  public void copy(int[] which, Matrix into, float[] means) {
    float[] row = rowFor(into);
    for (int n = 0; n < which.length; n++) {
      means[n] = copy(which[n], row);
      into.setRow(n, row);
    }
  }

  /**
   * Cuts out {@code count} patches from number {@code from} on.
   *
   * @param into at least as many rows, of p² columns; the first rows are overwritten
   * @param means at least as many entries; the first are overwritten with the means taken off
   */
  public void copy(int from, int count, Matrix into, float[] means) {
    float[] row = rowFor(into);
    for (int n = 0; n < count; n++) {
      means[n] = copy(from + n, row);
      into.setRow(n, row);
    }
  }

  /**
   * Cuts out one patch.
   *
   * @param into p² entries, overwritten
   * @return the mean subtracted
   */
  public float copy(int patch, float[] into) {
    if (patch < 0 || patch >= count()) {
      throw new IllegalArgumentException("patch " + patch + " of " + count());
    }
    int cols = plane.cols();
    int at = patch / across * cols + patch % across;
    for (int i = 0; i < size; i++) {
      System.arraycopy(plane.values(), at + i * cols, into, i * size, size);
    }
    return mean == PatchMean.REMOVED ? removeMean(into) : 0;
  }

  private static float removeMean(float[] patch) {
    double sum = 0;
    for (float v : patch) {
      sum += v;
    }
    float mean = (float) (sum / patch.length);
    for (int p = 0; p < patch.length; p++) {
      patch[p] -= mean;
    }
    return mean;
  }

  private float[] rowFor(Matrix into) {
    if (into.cols() != entries()) {
      throw new IllegalArgumentException(
          "patches of " + entries() + " entries do not fit " + into.cols() + " columns");
    }
    return new float[entries()];
  }
}
