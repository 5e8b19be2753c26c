package org.latentfeature.columns.vertex;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.Workers;

/**
 * The vertices of {0,1}^N in a subspace, by meet in the middle: the sums of the two halves of a
 * code of k bits must add up to 0 or 1 in every row, so that 2^(k/2) low halves, sorted into {@link
 * FractionCells}, and 2^(k/2) high halves are tried instead of 2^k codes. For data without noise.
 */
public final class ExactVertices {

  /** Maximum rows of a set; above it there are too many halves. */
  public static final int MOST_ROWS = 50;

  /** Entries farther from 0 and from 1 are not those of a vertex; single precision comes nearer. */
  public static final double TOLERANCE = 1e-3;

  /** Rows that tell halves apart; a code that passes them is held against all rows. */
  private static final int ROWS = 128;

  /** Low halves that are tried at most, for each high half, on average. */
  private static final long MOST_TRIALS = 1 << 7;

  /** Number of vertices in a span from which on no K of them are worth more than others. */
  private static final int MOST_VERTICES = 1 << 16;

  private static final int HIGHS_A_PIECE = 1 << 10;
  private static final long SEED = 0xe8ac7;

  private final RowSet set;
  private final boolean linear;
  private final int lowBits;
  private final int[] order;
  private final ByteSums sums;
  private final FractionCells cells;
  private final NearestVertices found;
  private final AtomicLong trials = new AtomicLong();
  private final AtomicInteger vertices = new AtomicInteger();

  private ExactVertices(RowSet set, int most, boolean linear) {
    this.set = set;
    this.linear = linear;
    lowBits = set.size() / 2;
    order = set.others();
    sums = new ByteSums(set, Arrays.copyOf(order, Math.min(order.length, ROWS)));
    cells = new FractionCells(sums, lowBits, TOLERANCE, SEED);
    found = new NearestVertices(set, order, most);
  }

  /**
   * The vertices whose points are nowhere farther from them than {@link #TOLERANCE}, nearest first;
   * the nearest of them, if there are more than {@code most}.
   *
   * @param linear whether to leave out 0, which lies in every linear subspace
   * @param threads that share the work
   * @throws IllegalArgumentException if the set has more than {@link #MOST_ROWS} rows
   * @throws ArithmeticException if there are thousands of vertices, or too many halves complement
   *     each other in the rows that tell them apart: sums of whole numbers have no fractions
   */
  public static List<Vertex> find(
      RowSet set, int most, boolean linear, int threads, StopSignal stop) {
    if (set.size() > MOST_ROWS) {
      throw new IllegalArgumentException(
          "the search needs 2 · 2^%d half sums; at most 2 · 2^%d are supported"
              .formatted((set.size() + 1) / 2, MOST_ROWS / 2));
    }
    ExactVertices search = new ExactVertices(set, most, linear);
    search.run(threads, stop);
    return search.found.sorted();
  }

  /**
   * Bytes of a search.
   *
   * @param n N
   * @param k rows of a set
   */
  public static long bytesNeeded(int n, int k) {
    // B; the low halves, and where each cell begins.
    return (long) Double.BYTES * n * k
        + Integer.BYTES * ((1L << (k / 2)) + FractionCells.count(k / 2));
  }

  private void run(int threads, StopSignal stop) {
    int[] begins = new int[cells.count() + 1];
    int lows = 1 << lowBits;
    for (int l = 0; l < lows; l++) {
      stop.check(l);
      begins[cells.cell(l) + 1]++;
    }
    for (int c = 0; c < cells.count(); c++) {
      begins[c + 1] += begins[c];
    }
    int[] sorted = new int[lows];
    for (int l = lows - 1; l >= 0; l--) {
      stop.check(l);
      // The end of a cell moves to its beginning.
      sorted[--begins[cells.cell(l) + 1]] = l;
    }
    // What was begin c + 1 is now begin c.
    System.arraycopy(begins, 1, begins, 0, cells.count());
    begins[cells.count()] = lows;
    long highs = 1L << (set.size() - lowBits);
    int pieces = (int) ((highs + HIGHS_A_PIECE - 1) / HIGHS_A_PIECE);
    Workers.share(
        threads,
        pieces,
        stop,
        (worker, piece) -> {
          long from = (long) piece * HIGHS_A_PIECE;
          for (long h = from; h < Math.min(highs, from + HIGHS_A_PIECE) && isFew(highs); h++) {
            high(h << lowBits, begins, sorted);
          }
        });
    requireFew(highs);
  }

  private boolean isFew(long highs) {
    return vertices.get() <= MOST_VERTICES && trials.get() <= MOST_TRIALS * highs;
  }

  private void requireFew(long highs) {
    if (!isFew(highs)) {
      throw new ArithmeticException(
          vertices.get() > MOST_VERTICES
              ? "more than %,d vertices lie in the span, so its basis of vertices is not unique"
                  .formatted(MOST_VERTICES)
              : "too many combinations of rows are whole numbers to tell vertices apart");
    }
  }

  private void high(long high, int[] begins, int[] sorted) {
    cells.complements(
        high,
        cell -> {
          trials.addAndGet(begins[cell + 1] - begins[cell]);
          for (int at = begins[cell]; at < begins[cell + 1]; at++) {
            long code = high | sorted[at];
            if (isVertex(code) && (code != 0 || !linear)) {
              vertices.incrementAndGet();
              found.offer(code);
            }
          }
        });
  }

  private boolean isVertex(long code) {
    for (int r = 0; r < sums.rows(); r++) {
      if (Math.abs(Math.abs(sums.entry(r, code) - 0.5) - 0.5) > TOLERANCE) {
        return false;
      }
    }
    for (int p = sums.rows(); p < order.length; p++) {
      if (Math.abs(Math.abs(set.entry(order[p], code) - 0.5) - 0.5) > TOLERANCE) {
        return false;
      }
    }
    return true;
  }
}
