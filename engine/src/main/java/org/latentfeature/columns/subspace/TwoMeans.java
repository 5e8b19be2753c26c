package org.latentfeature.columns.subspace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;

/**
 * The split of numbers into two groups that leaves the least variance within them (Otsu 1979), for
 * each column of a matrix: from the counts and sums of bins, so that three readings do for all
 * columns.
 */
final class TwoMeans {

  /** As many do for any number of rows. */
  private static final int MOST_BINS = 1024;

  /** Fewer would be coarse even for a few rows. */
  private static final int LEAST_BINS = 256;

  private final int bins;
  private final int cols;
  private final float[] least;
  private final float[] most;
  private final float[] perBin;
  private final int[] counts;

  /** For each column a bit for each bin that holds a number. */
  private final long[] held;

  private final double[] sums;
  private final float[] thresholds;

  private TwoMeans(int rows, int cols) {
    this.cols = cols;
    int some = 2 * Math.min(MOST_BINS, Integer.highestOneBit(rows));
    bins = Math.max(LEAST_BINS, Math.min(MOST_BINS, some));
    least = new float[cols];
    most = new float[cols];
    perBin = new float[cols];
    counts = new int[cols * bins];
    held = new long[cols * bins / Long.SIZE];
    sums = new double[cols * bins];
    thresholds = new float[cols];
  }

  /** For each column the entries of the group above. */
  static List<BitVector> split(Matrix values) {
    TwoMeans split = new TwoMeans(values.rows(), values.cols());
    split.measure(values);
    split.fill(values);
    for (int c = 0; c < split.cols; c++) {
      split.thresholds[c] = split.threshold(c, values.rows());
    }
    return split.above(values);
  }

  private void measure(Matrix values) {
    Arrays.fill(least, Float.POSITIVE_INFINITY);
    Arrays.fill(most, Float.NEGATIVE_INFINITY);
    float[] row = new float[cols];
    for (int i = 0; i < values.rows(); i++) {
      values.getRow(i, row);
      for (int c = 0; c < cols; c++) {
        least[c] = Math.min(least[c], row[c]);
        most[c] = Math.max(most[c], row[c]);
      }
    }
    for (int c = 0; c < cols; c++) {
      float range = most[c] - least[c];
      perBin[c] = range > 0 ? (bins - 0.001f) / range : 0;
    }
  }

  private void fill(Matrix values) {
    float[] row = new float[cols];
    for (int i = 0; i < values.rows(); i++) {
      values.getRow(i, row);
      for (int c = 0; c < cols; c++) {
        int bin = c * bins + Math.min(bins - 1, (int) ((row[c] - least[c]) * perBin[c]));
        counts[bin]++;
        held[bin >> 6] |= 1L << (bin & 63);
        sums[bin] += row[c];
      }
    }
  }

  /** In the middle of the widest gap of the best split. */
  private float threshold(int c, int rows) {
    double total = 0;
    int from = c * bins;
    int end = from + bins;
    for (int b = next(from, end); b < end; b = next(b + 1, end)) {
      total += sums[b];
    }
    double mean = total / rows;
    double best = -1;
    int first = 0;
    int last = 0;
    long below = 0;
    double sum = 0;
    for (int b = next(from, end - 1); b < end - 1; ) {
      below += counts[b];
      sum += sums[b];
      if (below == rows) {
        break;
      }
      // A split at an empty bin is that of the bin before.
      int next = next(b + 1, end - 1);
      double shift = sum - below * mean;
      double between = shift * shift / ((double) below * (rows - below));
      if (between > best) {
        best = between;
        first = b - from;
        last = next - 1 - from;
      }
      b = next;
    }
    return least[c] + (0.5f * (first + last) + 1) / perBin[c];
  }

  /** The first bin from {@code from} on that holds a number; {@code end} if none below it does. */
  private int next(int from, int end) {
    if (from >= end) {
      return end;
    }
    int word = from >> 6;
    long bits = held[word] >>> (from & 63) << (from & 63);
    while (bits == 0 && (word + 1) << 6 < end) {
      bits = held[++word];
    }
    return bits == 0 ? end : Math.min(end, (word << 6) + Long.numberOfTrailingZeros(bits));
  }

  private List<BitVector> above(Matrix values) {
    int words = BitVector.wordCount(values.rows());
    long[][] bits = new long[cols][words];
    float[] row = new float[cols];
    for (int i = 0; i < values.rows(); i++) {
      values.getRow(i, row);
      for (int c = 0; c < cols; c++) {
        if (row[c] > thresholds[c]) {
          bits[c][i >> 6] |= 1L << (i & 63);
        }
      }
    }
    List<BitVector> columns = new ArrayList<>(cols);
    for (long[] column : bits) {
      columns.add(BitVector.ofWords(values.rows(), column));
    }
    return columns;
  }
}
