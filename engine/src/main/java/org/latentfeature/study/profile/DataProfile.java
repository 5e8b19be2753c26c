package org.latentfeature.study.profile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Rows;
import org.latentfeature.data.SparseRows;

/**
 * Properties of N×D data that one reading of them shows. Missing entries are left out of all but
 * the comparisons of rows and columns, where they equal each other.
 *
 * @param kind of the entries
 * @param least known entry
 * @param largest known entry
 * @param constant columns, from 0, with a single value other than 0
 * @param zero columns, from 0, without any other value than 0
 * @param equal columns, from 0, that equal an earlier one, and are not constant
 * @param repeated rows that equal an earlier one
 * @param distance of X from 0: the root of the mean square of the columns' means over that of their
 *     standard deviations; infinite if all columns are constant
 * @param outlying rows, from 0, far farther from the mean row than others
 */
public record DataProfile(
    Kind kind,
    double least,
    double largest,
    List<Integer> constant,
    List<Integer> zero,
    List<Integer> equal,
    int repeated,
    double distance,
    List<Integer> outlying) {

  /** The narrowest kind of numbers that has all entries. */
  public enum Kind {
    /** Zeros and ones. */
    BINARY("0 and 1"),
    /** Whole numbers of at least 0. */
    COUNTS("counts"),
    /** Whole numbers. */
    INTEGERS("whole numbers"),
    /** Numbers of at least 0. */
    NONNEGATIVE("numbers of at least 0"),
    /** Any numbers. */
    REAL("numbers");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    @Override
    public String toString() {
      return words;
    }
  }

  /** A row outlies whose distance is above the median by so many median deviations from that. */
  private static final double FAR = 20;

  /** Fewer rows do not tell what is usual. */
  private static final int USUAL = 20;

  /** Factors of hashes, which tell rows and columns apart. */
  private static final long MIX = 0x9e3779b97f4a7c15L;

  /** Keeps unmodifiable copies. */
  public DataProfile {
    constant = List.copyOf(constant);
    zero = List.copyOf(zero);
    equal = List.copyOf(equal);
    outlying = List.copyOf(outlying);
  }

  /**
   * Reads all rows.
   *
   * @param x N×D, in memory, sparse or in a file
   * @param stop ends the reading with an exception
   */
  public static DataProfile of(Rows x, StopSignal stop) {
    Reading reading = new Reading(x.rows(), x.cols());
    forEachRow(x, stop, reading::add);
    Distances distances = new Distances(reading, x.rows());
    forEachRow(x, stop, distances::add);
    return reading.profile(distances.outlying());
  }

  /** Takes row {@code i}, from 0, whose entries change after the call. */
  @FunctionalInterface
  private interface RowSink {
    void accept(int i, float[] row);
  }

  private static void forEachRow(Rows x, StopSignal stop, RowSink sink) {
    float[] row = new float[x.cols()];
    if (x.isSparse()) {
      x.forEachBlock(
          stop,
          (from, block) -> {
            SparseRows sparse = (SparseRows) block;
            for (int i = 0; i < sparse.rows(); i++) {
              Arrays.fill(row, 0);
              for (int at = sparse.starts()[i]; at < sparse.starts()[i + 1]; at++) {
                row[sparse.columns()[at]] = sparse.values()[at];
              }
              sink.accept(from + i, row);
            }
          });
      return;
    }
    x.forEach(
        stop,
        (from, block) -> {
          for (int i = 0; i < block.rows(); i++) {
            block.getRow(i, row);
            sink.accept(from + i, row);
          }
        });
  }

  /** Sums of the columns, about their first known entries, which keeps digits far from 0. */
  private static final class Reading {

    private final int rows;
    private final double[] first;
    private final long[] known;
    private final double[] sums;
    private final double[] squares;
    private final boolean[] varies;
    private final long[] hashes;
    private final Set<Long> ofRows;
    private int repeated;
    private double least = Double.POSITIVE_INFINITY;
    private double largest = Double.NEGATIVE_INFINITY;
    private boolean isWhole = true;

    Reading(int rows, int cols) {
      this.rows = rows;
      first = new double[cols];
      known = new long[cols];
      sums = new double[cols];
      squares = new double[cols];
      varies = new boolean[cols];
      hashes = new long[cols];
      ofRows = new HashSet<>(2 * Math.min(rows, 1 << 20));
    }

    void add(int i, float[] row) {
      long hash = 0;
      for (int j = 0; j < row.length; j++) {
        float value = row[j];
        // Zeros of both signs are one number.
        long bits = value == 0 ? 0 : Float.floatToIntBits(value);
        hash = (hash + bits) * MIX + (hash >>> 29);
        hashes[j] = (hashes[j] + bits) * MIX + (hashes[j] >>> 29);
        if (Float.isNaN(value)) {
          continue;
        }
        if (known[j]++ == 0) {
          first[j] = value;
        }
        double centred = value - first[j];
        varies[j] |= centred != 0;
        sums[j] += centred;
        squares[j] += centred * centred;
        least = Math.min(least, value);
        largest = Math.max(largest, value);
        isWhole = isWhole && value == Math.rint(value);
      }
      repeated += ofRows.add(hash) ? 0 : 1;
    }

    double mean(int j) {
      return known[j] == 0 ? 0 : first[j] + sums[j] / known[j];
    }

    double variance(int j) {
      double mean = known[j] == 0 ? 0 : sums[j] / known[j];
      return known[j] == 0 ? 0 : Math.max(0, squares[j] / known[j] - mean * mean);
    }

    DataProfile profile(List<Integer> outlying) {
      List<Integer> constant = new ArrayList<>();
      List<Integer> zero = new ArrayList<>();
      List<Integer> equal = new ArrayList<>();
      Map<Long, Integer> seen = new HashMap<>();
      double ofMeans = 0;
      double ofDeviations = 0;
      for (int j = 0; j < first.length; j++) {
        ofMeans += mean(j) * mean(j);
        ofDeviations += variance(j);
        if (!varies[j]) {
          (first[j] == 0 && known[j] > 0 ? zero : constant).add(j);
        } else if (seen.putIfAbsent(hashes[j], j) != null) {
          equal.add(j);
        }
      }
      return new DataProfile(
          kind(),
          least,
          largest,
          rows == 1 ? List.of() : constant,
          zero,
          equal,
          repeated,
          Math.sqrt(ofMeans / ofDeviations),
          outlying);
    }

    private Kind kind() {
      if (isWhole) {
        return least >= 0 ? largest <= 1 ? Kind.BINARY : Kind.COUNTS : Kind.INTEGERS;
      }
      return least >= 0 ? Kind.NONNEGATIVE : Kind.REAL;
    }
  }

  /** Squared distances of rows from the mean row, in units of the columns' variances. */
  private static final class Distances {

    private final Reading reading;
    private final double[] of;

    Distances(Reading reading, int rows) {
      this.reading = reading;
      of = new double[rows];
    }

    void add(int i, float[] row) {
      double sum = 0;
      long count = 0;
      for (int j = 0; j < row.length; j++) {
        double variance = reading.variance(j);
        if (variance > 0 && !Float.isNaN(row[j])) {
          double away = row[j] - reading.mean(j);
          sum += away * away / variance;
          count++;
        }
      }
      of[i] = count == 0 ? 0 : sum / count;
    }

    List<Integer> outlying() {
      List<Integer> outlying = new ArrayList<>();
      double median = median(of);
      double[] away = Arrays.stream(of).map(d -> Math.abs(d - median)).toArray();
      double limit = median + FAR * median(away);
      for (int i = 0; i < of.length && of.length >= USUAL && limit > median; i++) {
        if (of[i] > limit) {
          outlying.add(i);
        }
      }
      return outlying;
    }

    private static double median(double[] values) {
      double[] sorted = values.clone();
      Arrays.sort(sorted);
      return sorted[sorted.length / 2];
    }
  }
}
