package org.latentfeature.openblas;

import java.util.Arrays;
import org.bytedeco.javacpp.FloatPointer;

/**
 * The rows of the residual A in parts, one for each thread, for work in which rows do not wait for
 * each other, and for sums over all of them.
 */
final class ResidualParts {

  private final Blas blas;
  private final ResidualBlocks blocks;
  private final SumPart[] parts;

  /** For sums of up to {@code most} rows. */
  ResidualParts(Blas blas, ResidualBlocks blocks, int most, Arena arena) {
    this.blas = blas;
    this.blocks = blocks;
    parts = new SumPart[count(blas.threads(), blocks.rows)];
    for (int p = 0; p < parts.length; p++) {
      parts[p] = new SumPart(blocks, most, arena);
    }
  }

  static int count(int threads, int rows) {
    return Math.min(threads, RowBlocks.count(rows));
  }

  static long floatsNeeded(int threads, int rows, int cols, int most) {
    return count(threads, rows) * SumPart.floatsNeeded(rows, cols, most);
  }

  /** Flops of a product of {@code q} rows of S with all of A, or of {@link SumPart#add}. */
  double product(int q) {
    return 2.0 * q * blocks.rows * blocks.cols;
  }

  /** Takes rows of A, some on each thread. */
  @FunctionalInterface
  interface Chunk {
    /**
     * Takes {@code n} rows from {@code first} on, whole words of packed columns.
     *
     * @param number of the part, which one thread has
     */
    void take(int number, SumPart part, int first, int n);
  }

  /**
   * Takes all rows of A.
   *
   * @param products flops of all its products
   */
  void each(double products, Chunk chunk) {
    int chunks = RowBlocks.count(blocks.rows);
    blas.share(
        blas.worth(products),
        parts.length,
        products,
        blocks.stop,
        (worker, p) -> {
          parts[p].begin();
          int end = (int) ((long) chunks * (p + 1) / parts.length);
          for (int c = (int) ((long) chunks * p / parts.length); c < end; c++) {
            if (blocks.stop.isSet()) {
              return;
            }
            int first = c * RowBlocks.ROWS;
            chunk.take(p, parts[p], first, Math.min(RowBlocks.ROWS, blocks.rows - first));
          }
        });
  }

  /** Σ Δ A, q×D, of all changes that were added in the last {@link #each}, part after part. */
  double[] total(int q) {
    double[] total = new double[Math.multiplyExact(q, blocks.cols)];
    end(q);
    for (int k = 0; k < q; k++) {
      add(k, total, k * blocks.cols);
    }
    return total;
  }

  /**
   * Writes Σ Δ A, q×D, of all changes that were added in the last {@link #each} into {@code sums},
   * in single precision.
   */
  void total(int q, FloatPointer sums) {
    int cols = blocks.cols;
    double[] total = new double[cols];
    float[] single = new float[cols];
    end(q);
    for (int k = 0; k < q; k++) {
      Arrays.fill(total, 0);
      add(k, total, 0);
      for (int j = 0; j < cols; j++) {
        single[j] = (float) total[j];
      }
      sums.position((long) k * cols).put(single);
    }
  }

  private void end(int q) {
    for (SumPart part : parts) {
      part.flush(q);
    }
  }

  private void add(int k, double[] total, int at) {
    for (SumPart part : parts) {
      part.addTo(total, at, k);
    }
  }
}
