package org.latentfeature.backend.sparse;

import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.DataException;
import org.latentfeature.data.SparseRows;
import org.latentfeature.step.Moments;

/** Second moments of sparse rows, of one side that is not too long. */
final class SparseMoments implements Moments {

  /** The longest side of a Gram matrix, which has no zeros: half a gigabyte. */
  private static final int LONGEST = 8192;

  /**
   * Arrays of a caller that iterates, m×D: while it makes products orthonormal, which takes copies,
   * and during a product.
   */
  private static final int OF_ITERATION = 4;

  private static final int OF_PRODUCT = 2;

  private final SparseHostRows rows;
  private final SparseRows x;
  private final StopSignal stop;

  SparseMoments(SparseHostRows rows, StopSignal stop) {
    this.rows = rows;
    x = rows.x();
    this.stop = stop;
  }

  /** The smaller Gram matrix, or directions and their products, which come in pieces. */
  static long bytesNeeded(int threads, int rows, int cols, Limits limits) {
    int m = limits.directions();
    if (m == 0) {
      long n = Math.min(rows, cols);
      return n * n * Double.BYTES;
    }
    int atOnce = Math.min(m, SparseSums.perThread(threads, cols));
    long directions = (long) m * cols * Double.BYTES;
    long part = DirectionColumns.bytesNeeded(cols, atOnce);
    long product =
        part + SparseSums.bytesNeeded(SparseSums.threads(threads, rows), part / Double.BYTES);
    return Math.max(OF_ITERATION * directions, OF_PRODUCT * directions + product);
  }

  @Override
  public Dense columnGram() {
    int d = x.cols();
    require(d, "XᵀX", "columns");
    Dense gram = new Dense(d, d);
    double[] sums = gram.values();
    int[] column = x.columns();
    float[] value = x.values();
    for (int i = 0; i < x.rows(); i++) {
      stop.check(i);
      int end = x.starts()[i + 1];
      for (int a = x.starts()[i]; a < end; a++) {
        int at = column[a] * d;
        double v = value[a];
        for (int b = a; b < end; b++) {
          sums[at + column[b]] += v * value[b];
        }
      }
    }
    for (int a = 0; a < d; a++) {
      for (int b = 0; b < a; b++) {
        sums[a * d + b] = sums[b * d + a];
      }
    }
    return gram;
  }

  /** Few directions at a time, so that each thread has sums of its own. */
  @Override
  public Dense columnGram(Dense directions) {
    long start = System.nanoTime();
    int d = x.cols();
    int m = directions.rows();
    int atOnce = Math.min(m, SparseSums.perThread(rows.threads(), d));
    Dense image = new Dense(m, d);
    for (int from = 0; from < m; from += atOnce) {
      int to = Math.min(m, from + atOnce);
      new DirectionColumns(x, directions, from, to)
          .weigh(rows.threads(), to - from, t -> t, stop, image, from);
    }
    rows.tally().add("moments", 1, 4.0 * x.entries() * m, start);
    return image;
  }

  @Override
  public Dense rowGram() {
    int n = x.rows();
    require(n, "X Xᵀ", "rows");
    Dense gram = new Dense(n, n);
    float[] row = new float[x.cols()];
    int[] column = x.columns();
    float[] value = x.values();
    for (int i = 0; i < n; i++) {
      stop.check();
      x.getRow(i, row);
      for (int m = 0; m <= i; m++) {
        double sum = 0;
        for (int at = x.starts()[m]; at < x.starts()[m + 1]; at++) {
          sum += (double) value[at] * row[column[at]];
        }
        gram.set(i, m, sum);
        gram.set(m, i, sum);
      }
    }
    return gram;
  }

  private void require(int side, String name, String what) {
    if (side > LONGEST) {
      throw new DataException(
          "%s of sparse rows, %,d × %,d, is computed for at most %,d %s"
              .formatted(name, rows.rows(), rows.cols(), LONGEST, what));
    }
  }

  @Override
  public void close() {
    // Holds nothing that the garbage collector does not take.
  }
}
