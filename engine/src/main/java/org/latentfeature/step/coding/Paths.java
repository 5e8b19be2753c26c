package org.latentfeature.step.coding;

import java.util.Arrays;

/**
 * Paths of some rows: the features of each, 0 … K−1, in the order of the visits; empty for a row
 * that stays in the null state. Different threads may set different rows at the same time.
 */
public final class Paths {

  private final int longest;
  private final byte[] lengths;
  private final short[] features;

  /** Most features of one path. */
  public static final int LONGEST = 32;

  /** Maximum number of features of a model. */
  public static final int MOST_FEATURES = Short.MAX_VALUE;

  /**
   * Empty paths.
   *
   * @param count number of rows
   * @param longest most features of one path, at most {@link #LONGEST}
   */
  public Paths(int count, int longest) {
    this.longest = longest;
    lengths = new byte[count];
    features = new short[Math.multiplyExact(count, longest)];
  }

  /** Number of paths. */
  public int count() {
    return lengths.length;
  }

  /** Most features of one path. */
  public int longest() {
    return longest;
  }

  /** Number of features of path {@code i}. */
  public int length(int i) {
    return lengths[i];
  }

  /** The feature at place {@code at}, below the length, of path {@code i}. */
  public int feature(int i, int at) {
    return features[i * longest + at];
  }

  /** Appends {@code feature} to path {@code i}. */
  public void append(int i, int feature) {
    features[i * longest + lengths[i]++] = (short) feature;
  }

  /**
   * Sets path {@code i} to path {@code j} of {@code from}, whose length must not exceed the longest
   * here.
   */
  public void set(int i, Paths from, int j) {
    lengths[i] = from.lengths[j];
    System.arraycopy(from.features, j * from.longest, features, i * longest, from.lengths[j]);
  }

  /** A copy of the paths with these numbers, in that order. */
  public Paths select(int[] numbers) {
    Paths some = new Paths(numbers.length, longest);
    for (int i = 0; i < numbers.length; i++) {
      some.set(i, this, numbers[i]);
    }
    return some;
  }

  /**
   * Checks that every path visits only features below {@code count}, each at most once.
   *
   * @throws IllegalArgumentException naming the first path that does not
   */
  public void requireFeatures(int count) {
    int[] visitor = new int[count];
    for (int i = 0; i < lengths.length; i++) {
      int from = i * longest;
      for (int at = from; at < from + lengths[i]; at++) {
        int feature = features[at];
        if (feature < 0 || feature >= count || visitor[feature] == i + 1) {
          throw new IllegalArgumentException(
              "path %d visits feature %d; paths visit features 0 … %d, each once"
                  .formatted(i, feature, count - 1));
        }
        visitor[feature] = i + 1;
      }
    }
  }

  /** Returns whether path {@code i} of this object equals path {@code j} of {@code other}. */
  public boolean same(int i, Paths other, int j) {
    int a = i * longest;
    int b = j * other.longest;
    return lengths[i] == other.lengths[j]
        && Arrays.equals(features, a, a + lengths[i], other.features, b, b + other.lengths[j]);
  }

  /** Features of all paths together. */
  public long visits() {
    long sum = 0;
    for (byte length : lengths) {
      sum += length;
    }
    return sum;
  }
}
