package org.latentfeature.fit.factor;

import java.util.Arrays;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.base.random.RowOrder;

/**
 * Random rows of large data, enough to find a dictionary: W has K·D numbers, whatever N is
 * (docs/lasso.md, section 11).
 */
public final class PathSample {

  /** Minimum rows of a sample, and minimum rows for each feature. */
  private static final int ROWS = 6000;

  private static final int ROWS_A_FEATURE = 180;

  /** Data are sampled if they have this many times the rows of a sample. */
  private static final int SMALLEST_SHARE = 2;

  private PathSample() {}

  /** The rows of a sample of {@code rows} rows for K features: all if that is about a sample. */
  public static int size(int rows, int k) {
    long size = Math.max(ROWS, (long) ROWS_A_FEATURE * k);
    return rows >= SMALLEST_SHARE * size ? (int) size : rows;
  }

  /** {@code count} of {@code rows} rows, without repetition, ascending. */
  public static int[] draw(int rows, int count, long seed) {
    int[] drawn = new RowOrder(rows, new RandomStream(seed, "path sample")).next(count);
    Arrays.sort(drawn);
    return drawn;
  }
}
