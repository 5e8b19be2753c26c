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
        sums[bin] += row[c];
      }
    }
  }

  /** In the middle of the widest gap of the best split. */
  private float threshold(int c, int rows) {
    double total = 0;
    for (int b = c * bins; b < (c + 1) * bins; b++) {
      if (counts[b] > 0) {
        total += sums[b];
      }
    }
    double mean = total / rows;
    double best = -1;
    int first = 0;
    int last = 0;
    long below = 0;
    double sum = 0;
    for (int b = 0; b < bins - 1; b++) {
      if (counts[c * bins + b] == 0) {
        // The split is that of the bin before.
        last += last == b - 1 ? 1 : 0;
        continue;
      }
      below += counts[c * bins + b];
      sum += sums[c * bins + b];
      if (below == rows) {
        break;
      }
      double shift = sum - below * mean;
      double between = shift * shift / ((double) below * (rows - below));
      if (between > best) {
        best = between;
        first = b;
        last = b;
      }
    }
    return least[c] + (0.5f * (first + last) + 1) / perBin[c];
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
