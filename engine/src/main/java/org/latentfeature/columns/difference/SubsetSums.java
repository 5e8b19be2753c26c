package org.latentfeature.columns.difference;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.Workers;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.coding.RowCoder;
import org.latentfeature.step.coding.SumTree;

/** The 2^K sums of the rows of W, and which of them is nearest to a point. */
final class SubsetSums {

  /** Codes whose distances are computed together: they stay in the cache. */
  private static final int BLOCK = 512;

  /** Points that one thread codes at a time. */
  private static final int PIECE = 16;

  /** Points that one thread codes at a time by a tree. */
  private static final int ROWS_OF_TREE = 512;

  /** A tree takes the time of comparing this share of its sums with as many points. */
  private static final int POINTS_OF_TREE = 8;

  /**
   * Numbers of sums that are compared in the time in which the code of a point is searched, for
   * each sum of the features that the others leave no dimension.
   */
  private static final double SUMMANDS_OF_SEARCH = 1 << 15;

  /** Numbers of sums that are compared in the time in which a search decides one bit. */
  private static final int SUMMANDS_OF_BIT = 256;

  /** Rows of a matrix that are copied at a time. */
  private static final int ROWS = 1 << 14;

  private final Points sums;
  private final Dense w;
  private @Nullable SumTree tree;

  /** Searches the codes of single points; null where it is faster to compare all sums. */
  private final @Nullable RowCoder coder;

  /** Points that have been compared. */
  private long points;

  /**
   * The sums of the rows of {@code w}.
   *
   * @param w K×D
   */
  SubsetSums(Dense w) {
    this.w = w;
    int k = w.rows();
    int d = w.cols();
    float[][] at = new float[d][1 << k];
    for (int c = 0; c < d; c++) {
      float[] column = at[c];
      for (int code = 1; code < column.length; code++) {
        int low = Integer.numberOfTrailingZeros(code);
        column[code] = column[code & (code - 1)] + (float) w.get(low, c);
      }
    }
    sums = new Points(at);
    double dependent = 1 << Math.max(0, k - d);
    coder = summands() >= dependent * SUMMANDS_OF_SEARCH ? new RowCoder(w) : null;
  }

  private double summands() {
    return (double) sums.count() * sums.dimensions();
  }

  /** Returns the sums, that of code c as point c; not a copy. */
  Points sums() {
    return sums;
  }

  /** Codes of points, and their squared distances from the nearest sums. */
  static final class Nearest {

    private final int[] codes;
    private final float[] squaredDistances;

    private Nearest(int count) {
      codes = new int[count];
      squaredDistances = new float[count];
    }

    int[] codes() {
      return codes;
    }

    /** Returns these codes with the other bit of {@code feature}, and no distances. */
    Nearest complemented(int feature) {
      Nearest other = new Nearest(codes.length);
      Arrays.setAll(other.codes, i -> codes[i] ^ 1 << feature);
      return other;
    }

    double squaredError() {
      double sum = 0;
      for (float distance : squaredDistances) {
        sum += distance;
      }
      return sum;
    }
  }

  /**
   * Returns the nearest sum of every point less {@code shift}.
   *
   * @param shift D numbers
   */
  Nearest nearest(Points points, float[] shift, int threads, StopSignal stop) {
    int n = points.count();
    Nearest found = new Nearest(n);
    SumTree sorted = tree(n);
    if (sorted != null) {
      nearest(points, shift, sorted, found, threads, stop);
      return found;
    }
    @Nullable Scratch[] scratch = new Scratch[threads];
    Workers.share(
        threads,
        (n + PIECE - 1) / PIECE,
        stop,
        (worker, piece) -> {
          if (scratch[worker] == null) {
            scratch[worker] = new Scratch(Math.min(BLOCK, sums.count()), coder);
          }
          float[] x = new float[shift.length];
          int to = Math.min(n, (piece + 1) * PIECE);
          for (int i = piece * PIECE; i < to; i++) {
            points.get(i, x);
            for (int c = 0; c < x.length; c++) {
              x[c] -= shift[c];
            }
            if (!isSearched(x, scratch[worker], i, found)) {
              nearest(x, scratch[worker], i, found);
            }
          }
        });
    return found;
  }

  /** Returns the squared distances of points from their nearest sums, least first. */
  float[] squaredDistances(Points from, int threads, StopSignal stop) {
    Nearest found = nearest(from, new float[from.dimensions()], threads, stop);
    Arrays.sort(found.squaredDistances);
    return found.squaredDistances;
  }

  /** Returns the sums as a tree once that is worth the work, {@code n} points more; or null. */
  private @Nullable SumTree tree(int n) {
    points += n;
    boolean isMany = points >= sums.count() / POINTS_OF_TREE;
    if (tree == null && isMany && SumTree.isWorthwhile(w.rows(), w.cols())) {
      double[][] vectors = new double[w.rows()][];
      Arrays.setAll(vectors, r -> Arrays.copyOfRange(w.values(), r * w.cols(), (r + 1) * w.cols()));
      tree = new SumTree(vectors);
    }
    return tree;
  }

  private static void nearest(
      Points points, float[] shift, SumTree in, Nearest into, int threads, StopSignal stop) {
    int n = points.count();
    Workers.share(
        threads,
        (n + ROWS_OF_TREE - 1) / ROWS_OF_TREE,
        stop,
        (worker, piece) -> {
          SumTree.Search search = in.search();
          double[] x = search.point();
          int to = Math.min(n, (piece + 1) * ROWS_OF_TREE);
          for (int i = piece * ROWS_OF_TREE; i < to; i++) {
            points.get(i, x);
            for (int c = 0; c < x.length; c++) {
              x[c] -= shift[c];
            }
            into.codes[i] = search.nearest();
            into.squaredDistances[i] = (float) search.squaredDistance();
          }
        });
  }

  /** Returns the codes of the rows of {@code x}, of which a block is copied at a time. */
  BinaryMatrix codes(Matrix x, int threads, StopSignal stop) {
    int k = Integer.numberOfTrailingZeros(sums.count());
    boolean[][] ones = new boolean[k][x.rows()];
    float[] origin = new float[x.cols()];
    for (int from = 0; from < x.rows(); from += ROWS) {
      int[] block = IntStream.range(from, Math.min(x.rows(), from + ROWS)).toArray();
      int[] codes = nearest(Points.of(x, block), origin, threads, stop).codes();
      for (int i = 0; i < codes.length; i++) {
        for (int r = 0; r < k; r++) {
          ones[r][from + i] = (codes[i] >> r & 1) == 1;
        }
      }
    }
    return BinaryMatrix.ofColumns(x.rows(), Stream.of(ones).map(BitVector::of).toList());
  }

  /** Squared distances of a block of codes, and the least of all blocks. */
  private static final class Scratch {

    private final float[] distances;
    private final float[] least;
    private final @Nullable RowCoder coder;

    Scratch(int block, @Nullable RowCoder shared) {
      distances = new float[block];
      least = new float[block];
      coder = shared == null ? null : shared.fork();
    }
  }

  /** Searches the code of a point; returns whether that takes less time than all sums. */
  private boolean isSearched(float[] x, Scratch scratch, int i, Nearest into) {
    RowCoder search = scratch.coder;
    if (search == null) {
      return false;
    }
    int k = w.rows();
    double[] products = new double[k];
    for (int r = 0; r < k; r++) {
      for (int c = 0; c < x.length; c++) {
        products[r] += w.get(r, c) * x[c];
      }
    }
    byte[] bits = new byte[k];
    search.descend(products, bits);
    if (!search.search(products, bits, (long) (summands() / SUMMANDS_OF_BIT))) {
      return false;
    }
    int code = 0;
    for (int r = 0; r < k; r++) {
      code |= bits[r] << r;
    }
    into.codes[i] = code;
    into.squaredDistances[i] = squaredDistance(x, code);
    return true;
  }

  private void nearest(float[] x, Scratch scratch, int i, Nearest into) {
    float[] distances = scratch.distances;
    float[] least = scratch.least;
    Arrays.fill(least, Float.POSITIVE_INFINITY);
    for (int from = 0; from < sums.count(); from += distances.length) {
      Arrays.fill(distances, 0);
      for (int c = 0; c < x.length; c++) {
        addSquares(distances, sums.at()[c], from, x[c]);
      }
      lower(least, distances);
    }
    int lane = 0;
    for (int j = 1; j < least.length; j++) {
      lane = least[j] < least[lane] ? j : lane;
    }
    float nearest = Float.POSITIVE_INFINITY;
    for (int code = lane; code < sums.count(); code += distances.length) {
      float distance = squaredDistance(x, code);
      if (distance < nearest) {
        nearest = distance;
        into.codes[i] = code;
      }
    }
    into.squaredDistances[i] = nearest;
  }

  private float squaredDistance(float[] x, int code) {
    float distance = 0;
    for (int c = 0; c < x.length; c++) {
      float beside = x[c] - sums.at()[c][code];
      distance += beside * beside;
    }
    return distance;
  }

  /** Squares of differences, since what expands them loses small ones between large sums. */
  private static void addSquares(float[] distances, float[] column, int from, float x) {
    for (int j = 0; j < distances.length; j++) {
      float beside = x - column[from + j];
      distances[j] += beside * beside;
    }
  }

  private static void lower(float[] least, float[] values) {
    for (int j = 0; j < values.length; j++) {
      least[j] = Math.min(least[j], values[j]);
    }
  }
}
