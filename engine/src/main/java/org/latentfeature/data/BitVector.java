package org.latentfeature.data;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * An immutable binary vector z in {0,1}^N, 64 entries a word: one atom of the estimator, or one
 * column of an incidence matrix. Two are equal when their entries are.
 */
public final class BitVector {

  private final int length;
  private final long[] words;

  private BitVector(int length, long[] words) {
    this.length = length;
    this.words = words;
  }

  /**
   * A vector of {@code length} entries whose entry i is bit {@code i % 64} of {@code words[i /
   * 64]}. The array is copied; bits beyond {@code length} are ignored.
   */
  public static BitVector ofWords(int length, long[] words) {
    if (words.length < wordCount(length)) {
      throw new IllegalArgumentException(
          words.length + " words are too few for " + length + " entries");
    }
    long[] copy = Arrays.copyOf(words, wordCount(length));
    int tail = length & 63;
    if (tail != 0) {
      copy[copy.length - 1] &= (1L << tail) - 1;
    }
    return new BitVector(length, copy);
  }

  /** Entry i is 1 where {@code ones[i]}. */
  public static BitVector of(boolean[] ones) {
    long[] words = new long[wordCount(ones.length)];
    for (int i = 0; i < ones.length; i++) {
      if (ones[i]) {
        words[i >> 6] |= 1L << (i & 63);
      }
    }
    return new BitVector(ones.length, words);
  }

  /** {@code parts} one after another. */
  public static BitVector concat(List<BitVector> parts) {
    int length = parts.stream().mapToInt(BitVector::length).sum();
    long[] words = new long[wordCount(length)];
    int at = 0;
    for (BitVector part : parts) {
      int shift = at & 63;
      for (int w = 0; w < part.words.length; w++) {
        int to = (at >> 6) + w;
        words[to] |= part.words[w] << shift;
        if (shift != 0 && to + 1 < words.length) {
          words[to + 1] |= part.words[w] >>> -shift;
        }
      }
      at += part.length;
    }
    return new BitVector(length, words);
  }

  /**
   * A copy of the entries from {@code from} to {@code to}, not included.
   *
   * @throws IndexOutOfBoundsException if there are fewer entries
   */
  public BitVector slice(int from, int to) {
    Objects.checkFromToIndex(from, to, length);
    long[] some = new long[wordCount(to - from)];
    int shift = from & 63;
    for (int w = 0; w < some.length; w++) {
      int at = (from >> 6) + w;
      some[w] = words[at] >>> shift;
      if (shift != 0 && at + 1 < words.length) {
        some[w] |= words[at + 1] << -shift;
      }
    }
    return ofWords(to - from, some);
  }

  /** Words needed for {@code length} entries. */
  public static int wordCount(int length) {
    return (length + 63) >>> 6;
  }

  /** Number of entries, N. */
  public int length() {
    return length;
  }

  /**
   * Returns whether entry {@code i}, from 0, is 1.
   *
   * @throws IndexOutOfBoundsException if there is no such entry
   */
  public boolean get(int i) {
    if (i >= length) { // The words refuse what is below 0.
      throw new IndexOutOfBoundsException("entry " + i + " of a vector of " + length);
    }
    return (words[i >> 6] >>> (i & 63) & 1) != 0;
  }

  /** The first index, at least {@code from}, whose entry is 1; N if there is none. */
  public int next(int from) {
    for (int w = from >> 6; w < words.length; w++) {
      long rest = w == from >> 6 ? words[w] & -1L << (from & 63) : words[w];
      if (rest != 0) {
        return (w << 6) + Long.numberOfTrailingZeros(rest);
      }
    }
    return length;
  }

  /** Word {@code w} of the packed entries. */
  public long word(int w) {
    return words[w];
  }

  /** {@code length} ones. */
  public static BitVector ones(int length) {
    return ofWords(length, new long[wordCount(length)]).complement();
  }

  /** 1 where this is 0. */
  public BitVector complement() {
    long[] flipped = new long[words.length];
    for (int w = 0; w < flipped.length; w++) {
      flipped[w] = ~words[w];
    }
    return ofWords(length, flipped);
  }

  /** A copy of the packed entries. */
  public long[] toWords() {
    return words.clone();
  }

  /** Number of ones. */
  public int count() {
    int sum = 0;
    for (long w : words) {
      sum += Long.bitCount(w);
    }
    return sum;
  }

  /** Inner product with {@code other}: the number of indices where both are 1. */
  public int dot(BitVector other) {
    if (other.length != length) {
      throw new IllegalArgumentException(
          "vectors of " + length + " and " + other.length + " entries differ in length");
    }
    int sum = 0;
    for (int w = 0; w < words.length; w++) {
      sum += Long.bitCount(words[w] & other.words[w]);
    }
    return sum;
  }

  /** Number of indices where the two differ. */
  public int distance(BitVector other) {
    return count() + other.count() - 2 * dot(other);
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof BitVector b && b.length == length && Arrays.equals(b.words, words);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(words);
  }

  @Override
  public String toString() {
    return "BitVector[" + count() + " of " + length + "]";
  }
}
