package org.latentfeature.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.base.random.RandomStream;

/**
 * A synthetic problem of sparse rows: X = Z W plus entries N(0, σ²), both where Z W is not zero and
 * at random places. Each feature is in a quarter of the rows, and W has N(0, 1) in a few random
 * columns: about half of the entries of X that are not zero are the features', the others only
 * noise. Equal parameters give equal data. Error messages begin with the name of the component.
 *
 * @param rows N, at least K
 * @param columns D, at least 1
 * @param features K, at least 1
 * @param nonzeros entries of X that are not zero, but for those that coincide
 * @param sigma standard deviation of the noise, 0 or more
 * @param seed of every random number
 */
public record SparseProblem(
    int rows, int columns, int features, int nonzeros, double sigma, long seed) {

  private static final double PREVALENCE = .25;

  /** Checks the ranges. */
  public SparseProblem {
    DenseProblem.requireRanges(rows, columns, features, sigma);
    if (nonzeros < 1 || nonzeros > .25 * rows * columns || nonzeros > SparseRows.MOST_ENTRIES) {
      throw new IllegalArgumentException(
          "nonzeros is %,d; it must be at least 1 and at most a quarter of all %,d entries"
              .formatted(nonzeros, (long) rows * columns));
    }
  }

  /**
   * Data and ground truth.
   *
   * @param x N×D
   * @param z N×K
   * @param w K×D
   */
  public record Drawn(SparseRows x, BinaryMatrix z, Dense w) {}

  /** Draws the problem. */
  public Drawn draw() {
    Dense w = dictionary();
    long bits = CounterRandom.stream(seed, 1);
    long places = CounterRandom.stream(seed, 2);
    long values = CounterRandom.stream(seed, 3);
    long[][] words = new long[features][BitVector.wordCount(rows)];
    int[] start = new int[rows + 1];
    int[] column = new int[nonzeros];
    float[] value = new float[nonzeros];
    double[] sum = new double[columns];
    boolean[] hit = new boolean[columns];
    int[][] support = support(w);
    int[] found = new int[columns];
    int at = 0;
    for (int i = 0; i < rows; i++) {
      int count = 0;
      for (int k = 0; k < features; k++) {
        if (CounterRandom.uniform(bits, i, k) < PREVALENCE) {
          words[k][i >> 6] |= 1L << (i & 63);
          for (int j : support[k]) {
            if (!hit[j]) {
              found[count++] = j;
              hit[j] = true;
            }
            sum[j] += w.get(k, j);
          }
        }
      }
      int stray = (int) ((i + 1L) * nonzeros / 2 / rows - (long) i * nonzeros / 2 / rows);
      for (int s = 0; s < stray; s++) {
        int j = (int) (CounterRandom.uniform(places, i, s) * columns);
        if (!hit[j]) {
          found[count++] = j;
          hit[j] = true;
        }
      }
      Arrays.sort(found, 0, count);
      if (at + count > column.length) {
        int length = (int) Math.min(SparseRows.MOST_ENTRIES, at + count + 2L * column.length);
        column = Arrays.copyOf(column, length);
        value = Arrays.copyOf(value, length);
      }
      for (int f = 0; f < count; f++) {
        int j = found[f];
        column[at] = j;
        value[at++] = (float) (sum[j] + sigma * CounterRandom.normal(values, i, j));
        sum[j] = 0;
        hit[j] = false;
      }
      start[i + 1] = at;
    }
    List<BitVector> z = new ArrayList<>();
    for (long[] one : words) {
      z.add(BitVector.ofWords(rows, one));
    }
    return new Drawn(
        SparseRows.of(rows, columns, start, column, value), BinaryMatrix.ofColumns(rows, z), w);
  }

  private Dense dictionary() {
    int each =
        (int) Math.max(1, Math.min(columns, nonzeros / (2.0 * rows * PREVALENCE * features)));
    RandomStream random = new RandomStream(seed, "sparse dictionary");
    Dense w = new Dense(features, columns);
    for (int k = 0; k < features; k++) {
      for (int entry = 0; entry < each; entry++) {
        w.set(k, random.nextInt(columns), random.nextGaussian());
      }
    }
    return w;
  }

  /** The columns in which each feature is not zero. */
  private static int[][] support(Dense w) {
    int[][] support = new int[w.rows()][];
    for (int k = 0; k < support.length; k++) {
      int row = k;
      support[k] = IntStream.range(0, w.cols()).filter(j -> w.get(row, j) != 0).toArray();
    }
    return support;
  }
}
