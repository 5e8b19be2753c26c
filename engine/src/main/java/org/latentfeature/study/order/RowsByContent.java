package org.latentfeature.study.order;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.Matrix;

/** Rows in an order of their own, so that what follows does not depend on that of the file. */
final class RowsByContent {

  private static final long PURPOSE = 0x0de4;

  private RowsByContent() {}

  /** A copy of the rows of {@code x} in the order of a hash of their entries. */
  static Matrix of(Matrix x) {
    long[] keys = keys(x);
    // Rows with equal keys are equal: their order makes no difference.
    int[] order =
        IntStream.range(0, keys.length)
            .boxed()
            .sorted(Comparator.comparingLong(i -> keys[i]))
            .mapToInt(i -> i)
            .toArray();
    return x.selectRows(order);
  }

  /** Number of different rows of {@code x}. */
  static long distinct(Matrix x) {
    return Arrays.stream(keys(x)).distinct().count();
  }

  private static long[] keys(Matrix x) {
    long[] keys = new long[x.rows()];
    float[] row = new float[x.cols()];
    for (int i = 0; i < keys.length; i++) {
      x.getRow(i, row);
      long key = PURPOSE;
      for (float entry : row) {
        key = CounterRandom.bits(key, Float.floatToIntBits(entry), 0);
      }
      keys[i] = key;
    }
    return keys;
  }
}
