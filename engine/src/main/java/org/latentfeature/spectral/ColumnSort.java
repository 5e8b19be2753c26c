package org.latentfeature.spectral;

import java.util.Arrays;

/** Sorts finite floats by their bits, three passes of eleven; for columns of one length. */
final class ColumnSort {

  private static final int BITS = 11;
  private static final int BUCKETS = 1 << BITS;
  private static final int PASSES = 3;

  private final int[] keys;
  private final int[] moved;
  private final int[][] counts = new int[PASSES][BUCKETS];

  ColumnSort(int length) {
    keys = new int[length];
    moved = new int[length];
  }

  /** Sorts {@code values} in place; 0 and −0 are one. */
  void sort(float[] values) {
    for (int[] count : counts) {
      Arrays.fill(count, 0);
    }
    for (int i = 0; i < keys.length; i++) {
      int bits = Float.floatToRawIntBits(values[i] + 0f);
      // Order of bits as that of numbers: the sign turned, of negative numbers all.
      int key = bits ^ ((bits >> 31) | Integer.MIN_VALUE);
      keys[i] = key;
      for (int pass = 0; pass < PASSES; pass++) {
        counts[pass][digit(key, pass)]++;
      }
    }
    int[] from = keys;
    int[] to = moved;
    for (int pass = 0; pass < PASSES; pass++) {
      int[] place = counts[pass];
      for (int bucket = 0, sum = 0; bucket < BUCKETS; bucket++) {
        int count = place[bucket];
        place[bucket] = sum;
        sum += count;
      }
      for (int key : from) {
        to[place[digit(key, pass)]++] = key;
      }
      int[] swapped = from;
      from = to;
      to = swapped;
    }
    for (int i = 0; i < from.length; i++) {
      int key = from[i];
      values[i] = Float.intBitsToFloat(key ^ ((~key >> 31) | Integer.MIN_VALUE));
    }
  }

  private static int digit(int key, int pass) {
    return (key >>> (pass * BITS)) & (BUCKETS - 1);
  }
}
