package org.latentfeature.columns.vertex;

import java.util.Arrays;
import java.util.List;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.Workers;
import org.latentfeature.base.random.CounterRandom;

/**
 * The vertices of {0,1}^N nearest a subspace, by a search over all 2^k: their squared distances are
 * summed over the rows, and a code is dropped once its sum exceeds the largest distance kept, which
 * descents by single entries make small first. Exact: dropping in single precision allows for
 * rounding errors, and kept distances are computed in double precision.
 */
public final class VertexSearch {

  /** Maximum rows of a set. */
  public static final int MOST_ROWS = 30;

  private static final int SAMPLE = 128;

  /** Cost of a row of one code, in rows of codes that are processed together. */
  private static final int ALONE = 16;

  /** Additional cost of taking a code out, in such rows. */
  private static final int TAKEN_OUT = 160;

  /** High halves that are taken at once: the rows of a tile stay in the cache meanwhile. */
  private static final int HIGHS = 8;

  /** A descent for each 2¹⁵ codes takes little beside them. */
  private static final int CODES_A_START = 15;

  private static final long SEED = 0x5e7;

  private final RowSet set;
  private final int[] order;
  private final boolean linear;
  private final HalfSums sums;
  private final NearestVertices nearest;

  /** Minimum rows for a search by a sample of rows, with the best compared by all. */
  public static final int MANY_ROWS = 4096;

  /** So many times more codes are kept by a sample than are wanted. */
  private static final int KEPT = 16;

  private VertexSearch(RowSet set, int[] order, int most, boolean linear) {
    this.set = set;
    this.order = order;
    this.linear = linear;
    sums = HalfSums.of(set, order);
    nearest = new NearestVertices(set, order, most);
  }

  /**
   * The nearest vertices, nearest first; fewer than {@code most} only if there are fewer. The same
   * for any number of threads. Of {@link #MANY_ROWS} rows or more, the nearest of those that come
   * nearest in 512 rows.
   *
   * @param set rows that determine a vertex
   * @param most number of vertices, at least 1
   * @param linear whether to leave out 0, which lies in every linear subspace
   * @throws IllegalArgumentException if the set has more than {@link #MOST_ROWS} rows
   */
  public static List<Vertex> nearest(
      RowSet set, int most, boolean linear, int threads, StopSignal stop) {
    if (set.size() > MOST_ROWS) {
      throw new IllegalArgumentException(
          "the search needs 2^%d vertices; at most 2^%d are supported"
              .formatted(set.size(), MOST_ROWS));
    }
    int[] order = set.others();
    boolean isSampled = order.length >= MANY_ROWS;
    VertexSearch search =
        isSampled
            ? new VertexSearch(set, sample(order), KEPT * most, linear)
            : new VertexSearch(set, order, most, linear);
    search.descend(most, stop);
    search.all(threads, stop);
    List<Vertex> found = search.nearest.sorted();
    if (!isSampled) {
      return found;
    }
    NearestVertices byAll = new NearestVertices(set, order, most);
    for (Vertex vertex : found) {
      stop.check();
      byAll.offer(vertex.code());
    }
    return byAll.sorted();
  }

  /** As many rows as tables hold, from those in which points differ most to those least. */
  private static int[] sample(int[] order) {
    int[] some = new int[HalfSums.MOST_ROWS];
    for (int i = 0; i < some.length; i++) {
      some[i] = order[(int) ((long) i * order.length / some.length)];
    }
    return some;
  }

  /**
   * Bytes that a search takes.
   *
   * @param n N
   * @param k rows of a set
   */
  public static long bytesNeeded(int n, int k) {
    // B and its transpose, and the tables.
    return 2L * Double.BYTES * n * k + HalfSums.bytesNeeded(n, k);
  }

  private void offer(long code) {
    if (code != 0 || !linear) {
      nearest.offer(code);
    }
  }

  /** Local minima, so that few codes have to be looked at closely. */
  private void descend(int most, StopSignal stop) {
    SingleFlips flips = new SingleFlips(set, order);
    long mask = (1L << set.size()) - 1;
    long starts = most + (mask >> CODES_A_START);
    for (long start = 0; start < starts; start++) {
      stop.check();
      flips.descend(CounterRandom.bits(SEED, start, 0) & mask, this::offer);
    }
  }

  private void all(int threads, StopSignal stop) {
    int wide = wideRows();
    float[][][] scratch = new float[threads][][];
    int highs = sums.highs();
    int pieces = (highs + HIGHS - 1) / HIGHS;
    Workers.share(
        threads,
        pieces,
        stop,
        (worker, piece) -> {
          if (scratch[worker] == null) {
            scratch[worker] = new float[HIGHS][sums.width()];
          }
          int from = piece * HIGHS;
          int to = Math.min(highs, from + HIGHS);
          for (int tile = 0; tile * sums.width() < sums.lows(); tile++) {
            search(from, to, tile, wide, scratch[worker]);
          }
        });
  }

  /** All codes with some high halves and the low halves of a tile. */
  private void search(int from, int to, int tile, int wide, float[][] distances) {
    for (float[] row : distances) {
      Arrays.fill(row, 0);
    }
    for (int row = 0; row < wide; row += HalfSums.BLOCK) {
      for (int h = from; h < to; h++) {
        sums.addBlock(h, row, tile, distances[h - from]);
      }
    }
    for (int h = from; h < to; h++) {
      look(h, tile * sums.width(), wide, distances[h - from]);
    }
  }

  /** Which of some codes with one high half are among the nearest. */
  private void look(int h, int first, int wide, float[] distances) {
    float bound = sums.bound(nearest.worst());
    for (int l = 0; l < distances.length; l++) {
      float sum = distances[l];
      if (sum <= bound && sums.add(sum, h, first + l, wide, bound) <= bound) {
        offer(sums.code(h, first + l));
        bound = sums.bound(nearest.worst());
      }
    }
  }

  /**
   * Rows after which it is best to look which codes are left; what is found does not depend on it.
   */
  private int wideRows() {
    float bound = sums.bound(nearest.worst());
    int[] until = new int[SAMPLE];
    for (int s = 0; s < SAMPLE; s++) {
      long bits = CounterRandom.bits(SEED, s, 1);
      until[s] =
          sums.rowsUntil(
              (int) (bits >>> 32) & (sums.highs() - 1), (int) bits & (sums.lows() - 1), bound);
    }
    int best = 0;
    long least = Long.MAX_VALUE;
    for (int wide = 0; wide <= sums.rows(); wide += HalfSums.BLOCK) {
      long cost = (long) wide * SAMPLE;
      for (int rows : until) {
        cost += rows > wide ? (long) ALONE * (rows - wide) + TAKEN_OUT : 0;
      }
      if (cost < least) {
        least = cost;
        best = wide;
      }
    }
    return best;
  }
}
