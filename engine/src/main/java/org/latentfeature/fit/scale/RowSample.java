package org.latentfeature.fit.scale;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Rows;

/** Random rows, without repetition: each draw has rows that no draw before it had. */
public final class RowSample {

  /** Draws of rows that have nothing in them, or all the same, before that is believed. */
  private static final int TRIES = 3;

  private final AllRows x;
  private final RandomStream random;
  private final Set<Integer> drawn = new LinkedHashSet<>();

  /**
   * From the rows of {@code x}.
   *
   * @param seed of the draws
   */
  public RowSample(AllRows x, long seed) {
    this.x = x;
    random = new RandomStream(seed, "sample of rows");
  }

  /** Returns whether {@code count} rows are left to draw. */
  boolean has(int count) {
    return count <= x.rows() - drawn.size();
  }

  /** Puts all rows back. */
  void reset() {
    drawn.clear();
  }

  /** The numbers of {@code count} rows, ascending. */
  int[] numbers(int count) {
    int[] taken = new int[count];
    if (2L * (count + drawn.size()) <= x.rows()) {
      for (int i = 0; i < count; ) {
        int row = random.nextInt(x.rows());
        if (drawn.add(row)) {
          taken[i++] = row;
        }
      }
    } else {
      int[] left = IntStream.range(0, x.rows()).filter(i -> !drawn.contains(i)).toArray();
      for (int i = 0; i < count; i++) {
        int other = i + random.nextInt(left.length - i);
        taken[i] = left[other];
        left[other] = left[i];
        drawn.add(taken[i]);
      }
    }
    Arrays.sort(taken);
    return taken;
  }

  /**
   * {@code count} rows that are not all alike.
   *
   * @throws IllegalArgumentException if those of several draws are
   */
  public Rows rows(int count) {
    for (int trial = 0; trial < TRIES && has(count); trial++) {
      Rows some = x.selectRows(numbers(count));
      if (!(some instanceof Matrix dense) || isVaried(dense)) {
        return some;
      }
    }
    throw new IllegalArgumentException(
        count == x.rows()
            ? "all %,d rows of X are equal; there are no features to tell apart".formatted(count)
            : "samples of %,d rows have equal rows only: too few rows say anything; set sample to more rows, or to all"
                .formatted(count));
  }

  private static boolean isVaried(Matrix some) {
    float[] first = new float[some.cols()];
    float[] row = new float[some.cols()];
    some.getRow(0, first);
    for (int i = 1; i < some.rows(); i++) {
      some.getRow(i, row);
      if (!Arrays.equals(first, row)) {
        return true;
      }
    }
    return some.rows() == 1;
  }
}
