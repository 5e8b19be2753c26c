package org.latentfeature.columns.subspace;

import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.Workers;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;

/**
 * The split of numbers into two groups that leaves the least variance within them (Otsu 1979), for
 * each column of a matrix: from the counts and sums of bins, which stay in the nearest cache for
 * one column at a time.
 */
final class TwoMeans {

  /** As many do for any number of rows. */
  private static final int MOST_BINS = 1024;

  /** Fewer would be coarse even for a few rows. */
  private static final int LEAST_BINS = 256;

  /** Maximum columns that are copied at once: a line of the cache for each row. */
  private static final int COLUMNS = 16;

  /** Maximum entries that are copied at once, but at least one column is. */
  private static final int COPIED = 1 << 22;

  /** Minimum entries for a further thread. */
  private static final int ENTRIES_OF_THREAD = 1 << 15;

  private final int rows;
  private final float[][] columns;
  private final float[] entries;
  private final int[] counts;
  private final double[] sums;

  /** The bins that are not empty, in order. */
  private final int[] occupied;

  private TwoMeans(int rows, int count) {
    this.rows = rows;
    int some = 2 * Math.min(MOST_BINS, Integer.highestOneBit(rows));
    int bins = Math.max(LEAST_BINS, Math.min(MOST_BINS, some));
    columns = new float[count][rows];
    entries = new float[count];
    counts = new int[bins];
    sums = new double[bins];
    occupied = new int[bins];
  }

  /**
   * Returns for each column the entries of the group above.
   *
   * @throws org.latentfeature.base.progress.StoppedException if {@code stop} is set
   */
  static List<BitVector> split(Matrix values, int threads, StopSignal stop) {
    int cols = values.cols();
    int atOnce = atOnce(values.rows(), cols);
    BitVector[] above = new BitVector[cols];
    @Nullable TwoMeans[] splits = new TwoMeans[workers(values.rows(), cols, threads)];
    Workers.share(
        splits.length,
        (cols + atOnce - 1) / atOnce,
        stop,
        (worker, piece) -> {
          TwoMeans split = splits[worker];
          if (split == null) {
            split = new TwoMeans(values.rows(), atOnce);
            splits[worker] = split;
          }
          int from = piece * atOnce;
          int count = Math.min(atOnce, cols - from);
          split.copy(values, from, count);
          for (int c = 0; c < count; c++) {
            above[from + c] = split.above(split.columns[c]);
          }
        });
    return List.of(above);
  }

  /** Returns how many columns keep so many threads busy. */
  static int worthwhile(int threads) {
    return COLUMNS * threads;
  }

  /** Bytes of the copies of columns. */
  static long bytesNeeded(int rows, int cols, int threads) {
    return (long) workers(rows, cols, threads) * atOnce(rows, cols) * rows * Float.BYTES;
  }

  private static int atOnce(int rows, int cols) {
    return Math.max(1, Math.min(Math.min(COLUMNS, cols), COPIED / rows));
  }

  private static int workers(int rows, int cols, int threads) {
    return (int) Math.min(threads, 1 + (long) rows * cols / ENTRIES_OF_THREAD);
  }

  /** Copies {@code count} columns of {@code values} to {@link #columns}. */
  private void copy(Matrix values, int from, int count) {
    for (int first = 0; first < rows; ) {
      int some = values.contiguousRows(first, rows);
      FloatBuffer block = values.rows(first, some);
      for (int i = 0; i < some; i++) {
        block.get(i * values.cols() + from, entries, 0, count);
        for (int c = 0; c < count; c++) {
          columns[c][first + i] = entries[c];
        }
      }
      first += some;
    }
  }

  private BitVector above(float[] column) {
    float threshold = threshold(column);
    long[] bits = new long[BitVector.wordCount(rows)];
    for (int i = 0; i < rows; i++) {
      bits[i >> 6] |= (column[i] > threshold ? 1L : 0L) << i;
    }
    return BitVector.ofWords(rows, bits);
  }

  /** In the middle of the widest gap of the best split. */
  private float threshold(float[] column) {
    float least = Float.POSITIVE_INFINITY;
    float most = Float.NEGATIVE_INFINITY;
    for (float value : column) {
      // Math.min takes longer, and projections are finite.
      least = value < least ? value : least;
      most = value > most ? value : most;
    }
    int bins = counts.length;
    float range = most - least;
    float perBin = range > 0 ? (bins - 0.001f) / range : 0;
    Arrays.fill(counts, 0);
    Arrays.fill(sums, 0);
    for (float value : column) {
      int bin = Math.min(bins - 1, (int) ((value - least) * perBin));
      counts[bin]++;
      sums[bin] += value;
    }
    return least + (0.5f * split() + 1) / perBin;
  }

  /** Returns the sum of the first and the last bin after which the best split may be. */
  private int split() {
    int used = 0;
    double total = 0;
    for (int b = 0; b < counts.length; b++) {
      // Whether a bin is empty could not be predicted: all are written, and the next one over it.
      occupied[used] = b;
      used += counts[b] > 0 ? 1 : 0;
    }
    for (int u = 0; u < used; u++) {
      total += sums[occupied[u]];
    }
    double mean = total / rows;
    double best = -1;
    int first = 0;
    int last = 0;
    int below = 0;
    double sum = 0;
    for (int u = 0; u + 1 < used; u++) {
      int b = occupied[u];
      below += counts[b];
      sum += sums[b];
      double shift = sum - below * mean;
      double between = shift * shift / ((double) below * (rows - below));
      if (between > best) {
        best = between;
        first = b;
        // A split after an empty bin is that after the bin before.
        last = occupied[u + 1] - 1;
      }
    }
    return first + last;
  }
}
