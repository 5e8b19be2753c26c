package org.latentfeature.columns.difference;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.ChiSquared;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.Matrix;

/** Differences of pairs of rows, in pieces; each stands for itself and its opposite. */
final class Differences {

  private static final long PURPOSE = 0xd1ff;

  /** Maximum number of jumps. */
  private static final int MOST_JUMPS = 1 << 20;

  /** Jumps of a piece. */
  private static final int PIECE = 1024;

  /** Pairs of rows by which lengths are estimated. */
  private static final int PROBES = 100_000;

  /** Rows are in order if neighbours' median squared distance is this share of random pairs'. */
  private static final double NEARER = .25;

  /** Standard deviations of squared noise beyond which rows have jumped. */
  private static final double BEYOND = 6;

  /** Rounds of the estimate of the noise, each without the jumps by the one before. */
  private static final int NOISE_ROUNDS = 3;

  private final Points points;
  private final boolean areRows;
  private final double spread;
  private final double noise;

  private Differences(Points points, boolean areRows, double spread, double noise) {
    this.points = points;
    this.areRows = areRows;
    this.spread = spread;
    this.noise = noise;
  }

  /** Returns the differences of all pairs of {@code rows}. */
  static Differences ofAll(Points rows) {
    double variance = 0;
    for (float[] column : rows.at()) {
      double sum = 0;
      double squares = 0;
      for (float v : column) {
        sum += v;
        squares += (double) v * v;
      }
      variance += squares / column.length - sum / column.length * (sum / column.length);
    }
    return new Differences(
        rows, true, Math.sqrt(Math.max(0, 2 * variance / rows.dimensions())), Double.NaN);
  }

  /** Returns whether rows are in an order in which neighbours are much alike. */
  static boolean isInOrder(Matrix x, long seed) {
    double[] neighbours = new double[Math.min(x.rows() - 1, PROBES)];
    double[] others = new double[neighbours.length];
    long stream = CounterRandom.stream(seed, PURPOSE);
    float[] one = new float[x.cols()];
    float[] other = new float[x.cols()];
    for (int i = 0; i < neighbours.length; i++) {
      int at = (int) ((long) i * (x.rows() - 1) / neighbours.length);
      x.getRow(at, one);
      x.getRow(at + 1, other);
      neighbours[i] = squaredDistance(one, other);
      x.getRow((int) (CounterRandom.uniform(stream, i, 0) * x.rows()), other);
      others[i] = squaredDistance(one, other);
    }
    return neighbours.length > 0 && median(neighbours) < NEARER * median(others);
  }

  /** Returns the jumps between neighbours, those beyond the noise, of rows in order. */
  static Differences ofNeighbours(Matrix x, long seed) {
    int n = x.rows();
    int d = x.cols();
    double[] squared = new double[n - 1];
    float[] one = new float[d];
    float[] other = new float[d];
    x.getRow(0, one);
    for (int i = 0; i + 1 < n; i++) {
      x.getRow(i + 1, other);
      squared[i] = squaredDistance(one, other);
      float[] next = one;
      one = other;
      other = next;
    }
    double limit = Double.POSITIVE_INFINITY;
    double variance = 0;
    for (int round = 0; round < NOISE_ROUNDS; round++) {
      double longest = limit;
      double[] still = Arrays.stream(squared).filter(v -> v <= longest).toArray();
      variance = median(still) / ChiSquared.quantile(0, d);
      limit = variance * (d + BEYOND * (Math.sqrt(2 * d) + BEYOND / 2));
    }
    double noisy = limit;
    int[] jumps = IntStream.range(0, n - 1).filter(i -> squared[i] > noisy).toArray();
    int[] kept = thinned(jumps, seed);
    Points before = Points.of(x, kept);
    Points after = Points.of(x, Arrays.stream(kept).map(i -> i + 1).toArray());
    double lengths = Arrays.stream(kept).mapToDouble(i -> squared[i]).sum();
    return new Differences(
        after.minus(before),
        false,
        Math.sqrt(lengths / Math.max(1, kept.length) / d),
        Math.sqrt(variance));
  }

  /** Returns the maximum number of differences of {@code rows} rows that are kept. */
  static long most(int rows) {
    return Math.min(rows, MOST_JUMPS);
  }

  private static int[] thinned(int[] all, long seed) {
    if (all.length <= MOST_JUMPS) {
      return all;
    }
    int[] order = CounterRandom.permutation(CounterRandom.stream(seed, PURPOSE), all.length);
    int[] kept = new int[MOST_JUMPS];
    Arrays.setAll(kept, i -> all[order[i]]);
    return kept;
  }

  private static double squaredDistance(float[] one, float[] other) {
    double sum = 0;
    for (int d = 0; d < one.length; d++) {
      double beside = one[d] - other[d];
      sum += beside * beside;
    }
    return sum;
  }

  /** Sorts {@code values}. */
  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }

  int dimensions() {
    return points.dimensions();
  }

  /** Returns how many there are. */
  long count() {
    long n = points.count();
    return areRows ? n * (n - 1) / 2 : n;
  }

  /** Returns the root mean square of a coordinate. */
  double spread() {
    return spread;
  }

  /** Returns the standard deviation of the noise of a coordinate; NaN if it is unknown. */
  double noise() {
    return noise;
  }

  boolean isNoiseKnown() {
    return !Double.isNaN(noise);
  }

  /** Returns these differences in coordinates along {@code axes}, D orthonormal rows. */
  Differences along(Dense axes) {
    return new Differences(points.along(axes), areRows, spread, noise);
  }

  /** Returns the differences of the first {@code rows} rows; all jumps, since they are few. */
  Differences ofFirst(int rows) {
    return areRows ? new Differences(points.first(rows), true, spread, noise) : this;
  }

  int pieces() {
    return areRows ? points.count() - 1 : (points.count() + PIECE - 1) / PIECE;
  }

  /** Returns the maximum number of differences of a piece. */
  int maxOfPiece() {
    return areRows ? points.count() - 1 : PIECE;
  }

  /**
   * Writes the differences of a piece.
   *
   * @param into D arrays
   * @return how many they are
   */
  int get(int piece, float[][] into) {
    int count =
        areRows ? points.count() - 1 - piece : Math.min(PIECE, points.count() - piece * PIECE);
    for (int d = 0; d < into.length; d++) {
      float[] column = points.at()[d];
      if (areRows) {
        subtract(column[piece], column, piece + 1, count, into[d]);
      } else {
        System.arraycopy(column, piece * PIECE, into[d], 0, count);
      }
    }
    return count;
  }

  private static void subtract(float from, float[] column, int first, int count, float[] into) {
    for (int j = 0; j < count; j++) {
      into[j] = from - column[first + j];
    }
  }
}
