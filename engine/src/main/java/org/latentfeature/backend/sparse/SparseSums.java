package org.latentfeature.backend.sparse;

import java.util.List;
import java.util.function.Supplier;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.Workers;
import org.latentfeature.data.SparseRows;

/**
 * Sums of sparse rows, each weighed by a few numbers: XᵀY for a narrow Y. Threads add to arrays of
 * their own while these take little memory.
 */
final class SparseSums {

  /** Most bytes of the threads' own arrays. */
  private static final long MOST_BYTES = 64L << 20;

  /** Fewest rows that are worth a thread. */
  private static final int LEAST_ROWS = 1024;

  /** Numbers of a column that are summed at once even if that takes more memory. */
  private static final int LEAST_WIDTH = 8;

  private SparseSums() {}

  /** Adds rows to a sum; has the scratch memory of one thread. */
  @FunctionalInterface
  interface Adding {
    /** Adds row {@code i} of X to {@code sums}. */
    void add(int i, double[] sums);
  }

  /**
   * A sum over all rows.
   *
   * @param length of the sum
   * @param adding makes what a thread adds by
   */
  static double[] of(
      SparseRows x, int threads, int length, StopSignal stop, Supplier<Adding> adding) {
    long bytes = (long) length * Double.BYTES;
    int most = bytes * threads < MOST_BYTES ? threads : 1;
    List<double[]> parts =
        Workers.parts(
            most,
            x.rows(),
            Math.min(x.rows(), LEAST_ROWS),
            stop,
            (from, to) -> {
              double[] sums = new double[length];
              Adding own = adding.get();
              for (int i = from; i < to && ((i & 63) != 0 || !stop.isSet()); i++) {
                own.add(i, sums);
              }
              return sums;
            });
    double[] all = parts.get(0);
    for (double[] part : parts.subList(1, parts.size())) {
      for (int i = 0; i < all.length; i++) {
        all[i] += part[i];
      }
    }
    return all;
  }

  /** Returns how many numbers a column may have, so that each thread has sums of its own. */
  static int perThread(int threads, int cols) {
    long most = MOST_BYTES / ((long) Double.BYTES * threads * cols);
    return (int) Math.max(LEAST_WIDTH, most / LEAST_WIDTH * LEAST_WIDTH);
  }

  /** Threads of {@code threads} that so many rows are worth. */
  static int threads(int threads, int rows) {
    return Math.max(1, Math.min(threads, rows / LEAST_ROWS));
  }

  /** Bytes at most of such a sum, by {@code threads}. */
  static long bytesNeeded(int threads, long length) {
    long bytes = length * Double.BYTES;
    return bytes * threads < MOST_BYTES ? bytes * threads : bytes;
  }
}
