package org.latentfeature.denoise;

import java.util.Arrays;
import org.latentfeature.image.Patches;

/**
 * Block matching: finds, near a patch, those that differ least from it in the sum of squared
 * differences. Holds the group found last; for one thread at a time.
 */
final class SimilarPatches {

  private final Patches patches;
  private final int reach;
  private final int[] numbers;
  private final float[] distances;
  private final float[] reference;
  private final float[] line;
  private int count;

  /**
   * A search among {@code patches}.
   *
   * @param most size of a group
   * @param reach how many pixels away a patch may begin, up, down, left and right
   */
  SimilarPatches(Patches patches, int most, int reach) {
    this.patches = patches;
    this.reach = reach;
    numbers = new int[most];
    distances = new float[most];
    reference = new float[patches.entries()];
    line = new float[2 * reach + 1];
  }

  /**
   * Makes the group of the patch at row {@code top}, column {@code left}, itself the first member,
   * however many others are the same.
   */
  void find(int top, int left) {
    int cols = patches.plane().cols();
    float[] values = patches.plane().values();
    for (int i = 0; i < patches.size(); i++) {
      System.arraycopy(
          values, (top + i) * cols + left, reference, i * patches.size(), patches.size());
    }
    count = 0;
    int lastRow = Math.min(patches.down() - 1, top + reach);
    int firstCol = Math.max(0, left - reach);
    int width = Math.min(patches.across() - 1, left + reach) - firstCol + 1;
    for (int i = Math.max(0, top - reach); i <= lastRow; i++) {
      measure(values, i * cols + firstCol, width);
      if (i == top) {
        line[left - firstCol] = -1;
      }
      for (int j = 0; j < width; j++) {
        if (count < numbers.length || line[j] < distances[count - 1]) {
          insert(i * patches.across() + firstCol + j, line[j]);
        }
      }
    }
  }

  /** Distances of the patches that begin at {@code at} and to the right of it. */
  private void measure(float[] values, int at, int width) {
    int size = patches.size();
    int cols = patches.plane().cols();
    Arrays.fill(line, 0, width, 0);
    for (int i = 0; i < size; i++) {
      int j = 0;
      for (; j + 3 < size; j += 4) {
        addFour(values, at + i * cols + j, reference, i * size + j, line, width);
      }
      for (; j < size; j++) {
        addOne(values, at + i * cols + j, reference[i * size + j], line, width);
      }
    }
  }

  /** Four pixels of the patch at once, so that {@code line} is read and written once for them. */
  private static void addFour(float[] v, int at, float[] reference, int r, float[] line, int n) {
    float r0 = reference[r];
    float r1 = reference[r + 1];
    float r2 = reference[r + 2];
    float r3 = reference[r + 3];
    for (int c = 0; c < n; c++) {
      float d0 = v[at + c] - r0;
      float d1 = v[at + c + 1] - r1;
      float d2 = v[at + c + 2] - r2;
      float d3 = v[at + c + 3] - r3;
      line[c] += d0 * d0 + d1 * d1 + (d2 * d2 + d3 * d3);
    }
  }

  private static void addOne(float[] v, int at, float reference, float[] line, int n) {
    for (int c = 0; c < n; c++) {
      float d = v[at + c] - reference;
      line[c] += d * d;
    }
  }

  /** Keeps the group in the order of distances; of equal ones, the first seen stays in front. */
  private void insert(int number, float distance) {
    int p = count < numbers.length ? count++ : count - 1;
    for (; p > 0 && distances[p - 1] > distance; p--) {
      distances[p] = distances[p - 1];
      numbers[p] = numbers[p - 1];
    }
    distances[p] = distance;
    numbers[p] = number;
  }

  /** Members of the group; fewer than asked for near the edges of a small image. */
  int count() {
    return count;
  }

  /** The number of member {@code n} among the patches; the most similar come first. */
  int number(int n) {
    return numbers[n];
  }
}
