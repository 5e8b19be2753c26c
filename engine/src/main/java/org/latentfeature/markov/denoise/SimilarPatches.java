package org.latentfeature.markov.denoise;

import java.util.Arrays;
import org.latentfeature.io.image.Patches;

/**
 * Block matching: finds, near a patch, those that differ least from it in the sum of squared
 * differences. Holds the group found last; for one thread at a time.
 */
final class SimilarPatches {

  /** Pixels of a patch's row that are compared at once. */
  private static final int TOGETHER = 4;

  private final Patches patches;
  private final int reach;

  /**
   * Rows of the plane, row i at i modulo their number: as many as one search goes through. Arrays
   * of their own, with one index in loops, are what the JVM's compiler makes vector instructions
   * of.
   */
  private final float[][] held;

  private final int[] heldRows;

  /**
   * Sums of squared differences from the reference, one array per few columns of a patch, indexed
   * by the first of those columns in the plane.
   */
  private final float[][] parts;

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
    int cols = patches.plane().cols();
    held = new float[Math.min(patches.plane().rows(), 2 * reach + patches.size())][cols];
    heldRows = new int[held.length];
    Arrays.fill(heldRows, -1);
    parts = new float[patches.size() / TOGETHER + patches.size() % TOGETHER][cols];
  }

  /**
   * Makes the group of the patch at row {@code top}, column {@code left}, itself the first member,
   * however many others are the same.
   */
  void find(int top, int left) {
    int size = patches.size();
    hold(Math.max(0, top - reach), Math.min(patches.plane().rows(), top + reach + size));
    for (int i = 0; i < size; i++) {
      System.arraycopy(row(top + i), left, reference, i * size, size);
    }
    count = 0;
    int lastRow = Math.min(patches.down() - 1, top + reach);
    int firstCol = Math.max(0, left - reach);
    int width = Math.min(patches.across() - 1, left + reach) - firstCol + 1;
    for (int i = Math.max(0, top - reach); i <= lastRow; i++) {
      measure(i, firstCol, width);
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

  private float[] row(int i) {
    return held[i % held.length];
  }

  /** Rows {@code from} (with) to {@code to} (without) are those held. */
  private void hold(int from, int to) {
    int cols = patches.plane().cols();
    for (int i = from; i < to; i++) {
      if (heldRows[i % held.length] != i) {
        heldRows[i % held.length] = i;
        System.arraycopy(patches.plane().values(), i * cols, row(i), 0, cols);
      }
    }
  }

  /**
   * Distances of {@code width} patches, the first of them at row {@code top}, column {@code left}.
   */
  private void measure(int top, int left, int width) {
    int size = patches.size();
    Arrays.fill(line, 0, width, 0);
    int column = 0;
    for (float[] part : parts) {
      int from = left + column;
      boolean four = column + TOGETHER <= size;
      Arrays.fill(part, from, from + width, 0);
      for (int i = 0; i < size; i++) {
        if (four) {
          addFour(part, from, from + width, row(top + i), reference, i * size + column);
        } else {
          addOne(part, from, from + width, row(top + i), reference[i * size + column]);
        }
      }
      for (int j = 0; j < width; j++) {
        line[j] += part[from + j];
      }
      column += four ? TOGETHER : 1;
    }
  }

  /** Four pixels at once, so that {@code part} is read and written once for them. */
  private static void addFour(float[] part, int from, int to, float[] v, float[] reference, int r) {
    float r0 = reference[r];
    float r1 = reference[r + 1];
    float r2 = reference[r + 2];
    float r3 = reference[r + 3];
    for (int c = from; c < to; c++) {
      float d0 = v[c] - r0;
      float d1 = v[c + 1] - r1;
      float d2 = v[c + 2] - r2;
      float d3 = v[c + 3] - r3;
      part[c] += d0 * d0 + d1 * d1 + (d2 * d2 + d3 * d3);
    }
  }

  private static void addOne(float[] part, int from, int to, float[] v, float reference) {
    for (int c = from; c < to; c++) {
      float d = v[c] - reference;
      part[c] += d * d;
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
