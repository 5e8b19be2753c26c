package org.latentfeature.step.coding;

import java.util.Arrays;

/**
 * The 2^K sums of K vectors in few dimensions, in a k-d tree (Bentley 1975): which of them is
 * nearest to a point takes the time of some hundred distances instead of 2^K. Immutable.
 */
public final class SumTree {

  /** Maximum dimensions: in more of them most boxes are near most points. */
  private static final int MOST_DIMENSIONS = 4;

  /** Minimum K: of fewer vectors all sums are sooner compared. */
  private static final int LEAST_VECTORS = 6;

  private static final int MOST_VECTORS = 16;

  /** log₂ of the sums of a leaf. */
  private static final int LEAF_BITS = 3;

  private final int dimensions;

  /** Sums, leaf after leaf: coordinate after coordinate of each. */
  private final double[] at;

  /** The code of each sum: bit k is set if vector k is part of it. */
  private final int[] codes;

  /** Least and largest coordinates of the sums below each node; the children of n are 2n, 2n+1. */
  private final double[] low;

  private final double[] high;
  private final int firstLeaf;

  /** Returns whether a tree is faster than comparing all sums. */
  public static boolean isWorthwhile(int vectors, int dimensions) {
    return vectors >= LEAST_VECTORS
        && vectors <= MOST_VECTORS
        && dimensions >= 1
        && dimensions <= MOST_DIMENSIONS;
  }

  /**
   * A tree, in O(K 2^K).
   *
   * @param vectors K arrays of equal length, K more than {@value #LEAF_BITS}
   */
  public SumTree(double[][] vectors) {
    dimensions = vectors[0].length;
    int count = 1 << vectors.length;
    double[] sums = sums(vectors, count);
    codes = new int[count];
    Arrays.setAll(codes, code -> code);
    firstLeaf = count >> LEAF_BITS;
    low = new double[2 * firstLeaf * dimensions];
    high = new double[2 * firstLeaf * dimensions];
    split(1, 0, count, sums, new long[count]);
    at = new double[count * dimensions];
    for (int i = 0; i < count; i++) {
      System.arraycopy(sums, codes[i] * dimensions, at, i * dimensions, dimensions);
    }
  }

  private static double[] sums(double[][] vectors, int count) {
    int d = vectors[0].length;
    double[] sums = new double[count * d];
    for (int code = 1; code < count; code++) {
      double[] vector = vectors[Integer.numberOfTrailingZeros(code)];
      int rest = code & (code - 1);
      for (int c = 0; c < d; c++) {
        sums[code * d + c] = sums[rest * d + c] + vector[c];
      }
    }
    return sums;
  }

  /** Halves the codes of a node along its longest side. */
  private void split(int node, int from, int to, double[] sums, long[] keys) {
    int longest = 0;
    for (int c = 0; c < dimensions; c++) {
      double least = Double.POSITIVE_INFINITY;
      double most = Double.NEGATIVE_INFINITY;
      for (int i = from; i < to; i++) {
        double value = sums[codes[i] * dimensions + c];
        least = Math.min(least, value);
        most = Math.max(most, value);
      }
      low[node * dimensions + c] = least;
      high[node * dimensions + c] = most;
      if (most - least > side(node, longest)) {
        longest = c;
      }
    }
    if (node >= firstLeaf) {
      Arrays.sort(codes, from, to);
      return;
    }
    // Keys of single precision, whose order is that of whole numbers, and codes beside them.
    for (int i = from; i < to; i++) {
      int bits = Float.floatToIntBits((float) sums[codes[i] * dimensions + longest]);
      int ordered = bits ^ (bits >> 31 & Integer.MAX_VALUE);
      keys[i] = (long) ordered << Integer.SIZE | codes[i];
    }
    Arrays.sort(keys, from, to);
    for (int i = from; i < to; i++) {
      codes[i] = (int) keys[i];
    }
    int middle = (from + to) >>> 1;
    split(2 * node, from, middle, sums, keys);
    split(2 * node + 1, middle, to, sums, keys);
  }

  private double side(int node, int c) {
    return high[node * dimensions + c] - low[node * dimensions + c];
  }

  /** Returns a search in this tree with scratch memory of its own: use it from one thread. */
  public Search search() {
    return new Search();
  }

  /** Searches for the sums nearest to points. */
  public final class Search {

    private final double[] x = new double[dimensions];
    private int code;
    private double squaredDistance;

    private Search() {}

    /** Returns the coordinates of the next point, to be written. */
    public double[] point() {
      return x;
    }

    /** Returns the code of the sum nearest to {@link #point}, the least of several. */
    public int nearest() {
      squaredDistance = Double.POSITIVE_INFINITY;
      visit(1);
      return code;
    }

    /** Returns the squared distance of that sum. */
    public double squaredDistance() {
      return squaredDistance;
    }

    private void visit(int node) {
      if (node >= firstLeaf) {
        compare((node - firstLeaf) << LEAF_BITS);
        return;
      }
      int left = 2 * node;
      double toLeft = toBox(left);
      double toRight = toBox(left + 1);
      boolean isLeftNearer = toLeft <= toRight;
      // A box as far as the best may hold another sum as near, of a lower code.
      if (Math.min(toLeft, toRight) <= squaredDistance) {
        visit(isLeftNearer ? left : left + 1);
      }
      if (Math.max(toLeft, toRight) <= squaredDistance) {
        visit(isLeftNearer ? left + 1 : left);
      }
    }

    private double toBox(int node) {
      double sum = 0;
      for (int c = 0, i = node * dimensions; c < dimensions; c++, i++) {
        double beside = Math.max(0, Math.max(low[i] - x[c], x[c] - high[i]));
        sum += beside * beside;
      }
      return sum;
    }

    private void compare(int first) {
      for (int i = first; i < first + (1 << LEAF_BITS); i++) {
        double sum = 0;
        for (int c = 0; c < dimensions; c++) {
          double beside = x[c] - at[i * dimensions + c];
          sum += beside * beside;
        }
        if (sum < squaredDistance || (sum == squaredDistance && codes[i] < code)) {
          squaredDistance = sum;
          code = codes[i];
        }
      }
    }
  }
}
