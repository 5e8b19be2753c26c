package org.latentfeature.backend.sparse;

import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.Workers;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SparseRows;

/**
 * Directions Q (m×D) by column, so that an entry of a sparse row meets m neighbours: the products X
 * Qᵀ, and sums of rows weighed by a function of them.
 */
final class DirectionColumns {

  /** Rows of one piece of work. */
  private static final int PIECE = 1024;

  private final SparseRows x;
  private final int count;
  private final int width;
  private final double[] columns;

  /** Rows {@code from} to {@code to} of {@code q} as directions of the rows of {@code x}. */
  DirectionColumns(SparseRows x, Dense q, int from, int to) {
    this.x = x;
    count = to - from;
    width = Lanes.padded(count);
    int d = q.cols();
    columns = Lanes.doubles(d, width, "directions");
    for (int m = from; m < to; m++) {
      for (int j = 0; j < d; j++) {
        columns[j * width + m - from] = q.values()[m * d + j];
      }
    }
  }

  /** Bytes of so many directions. */
  static long bytesNeeded(int cols, int directions) {
    return (long) Lanes.padded(directions) * cols * Double.BYTES;
  }

  private void products(int i, double[] t) {
    Lanes.gather(t, x.columns(), x.values(), x.starts()[i], x.starts()[i + 1], columns, width);
  }

  /** X Qᵀ, N×m, in single precision. */
  Matrix products(int threads, StopSignal stop) {
    int n = x.rows();
    Matrix products = Matrix.allocate(n, count);
    Workers.share(
        threads,
        (n + PIECE - 1) / PIECE,
        stop,
        (worker, piece) -> {
          double[] t = new double[width];
          float[] row = new float[count];
          for (int i = piece * PIECE; i < Math.min(n, (piece + 1) * PIECE); i++) {
            products(i, t);
            for (int m = 0; m < count; m++) {
              row[m] = (float) t[m];
            }
            products.setRow(i, row);
          }
        });
    return products;
  }

  /** Weighs a row by its products with the directions. */
  @FunctionalInterface
  interface Weighing {
    /** Returns the weights of a row, of which {@code t} are the products. */
    double[] of(double[] t);
  }

  /** Σ g(Q x_i) x_iᵀ, a row for each of {@code weights} weights of g. */
  Dense weigh(int threads, int weights, Weighing g, StopSignal stop) {
    Dense all = new Dense(weights, x.cols());
    weigh(threads, weights, g, stop, all, 0);
    return all;
  }

  /** Writes those sums to the rows of {@code all} from {@code first} on. */
  void weigh(int threads, int weights, Weighing g, StopSignal stop, Dense all, int first) {
    int d = x.cols();
    int size = Lanes.padded(weights);
    double[] sums =
        SparseSums.of(
            x,
            threads,
            Lanes.size(d, size, "sums"),
            stop,
            () -> {
              double[] t = new double[width];
              double[] unpadded = new double[count];
              double[] row = new double[size];
              return (i, sum) -> {
                products(i, t);
                System.arraycopy(t, 0, unpadded, 0, count);
                System.arraycopy(g.of(unpadded), 0, row, 0, weights);
                Lanes.scatter(
                    sum, x.columns(), x.values(), x.starts()[i], x.starts()[i + 1], row, size);
              };
            });
    for (int j = 0; j < d; j++) {
      for (int m = 0; m < weights; m++) {
        all.values()[(first + m) * d + j] = sums[j * size + m];
      }
    }
  }
}
