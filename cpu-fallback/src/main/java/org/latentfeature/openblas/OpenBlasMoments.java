package org.latentfeature.openblas;

import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.openblas.global.openblas_full;
import org.latentfeature.backend.cpu.HostRows;
import org.latentfeature.data.Matrix;
import org.latentfeature.linalg.Dense;
import org.latentfeature.progress.StopSignal;
import org.latentfeature.step.Moments;

/** Second moments in double precision, a slice of X at a time. */
final class OpenBlasMoments implements Moments {

  /** Entries of X widened at once, for X Xᵀ. */
  private static final int ENTRIES = 1 << 22;

  private final Blas blas;
  private final Matrix x;
  private final StopSignal stop;
  private final int rows;
  private final int cols;

  OpenBlasMoments(Blas blas, HostRows rows, StopSignal stop) {
    this.blas = blas;
    this.stop = stop;
    x = rows.x();
    this.rows = x.rows();
    cols = x.cols();
  }

  /** The smaller Gram matrix twice, in BLAS and in Java, and a slice. */
  static long bytesNeeded(int rows, int cols, Limits limits) {
    long n = Math.min(rows, cols);
    long slice = rows <= cols ? (long) rows * width(rows, cols) : (long) height(rows) * cols;
    return (2 * n * n + slice) * Double.BYTES;
  }

  private static int width(int rows, int cols) {
    return Math.min(cols, Math.max(1, ENTRIES / rows));
  }

  private static int height(int rows) {
    return Math.min(rows, RowBlocks.ROWS);
  }

  @Override
  public Dense rowGram() {
    int width = width(rows, cols);
    double[] host = new double[width];
    float[] row = new float[cols];
    return symmetric(
        rows,
        (gram, scratch) -> {
          for (int from = 0; from < cols; from += width) {
            stop.check();
            int count = Math.min(width, cols - from);
            for (int i = 0; i < rows; i++) {
              x.getRow(i, row);
              for (int j = 0; j < count; j++) {
                host[j] = row[from + j];
              }
              scratch.position((long) i * count).put(host, 0, count);
            }
            scratch.position(0);
            blas.run(
                rows,
                rows,
                count,
                () ->
                    openblas_full.cblas_dsyrk(
                        openblas_full.CblasRowMajor,
                        openblas_full.CblasLower,
                        openblas_full.CblasNoTrans,
                        rows,
                        count,
                        1,
                        scratch,
                        count,
                        1,
                        gram,
                        rows));
          }
        },
        (long) rows * width);
  }

  @Override
  public Dense columnGram() {
    double[] host = new double[cols];
    float[] row = new float[cols];
    int height = height(rows);
    return symmetric(
        cols,
        (gram, scratch) -> {
          for (int from = 0; from < rows; from += height) {
            stop.check();
            int count = Math.min(height, rows - from);
            for (int i = 0; i < count; i++) {
              x.getRow(from + i, row);
              for (int j = 0; j < cols; j++) {
                host[j] = row[j];
              }
              scratch.position((long) i * cols).put(host, 0, cols);
            }
            scratch.position(0);
            blas.run(
                cols,
                cols,
                count,
                () ->
                    openblas_full.cblas_dsyrk(
                        openblas_full.CblasRowMajor,
                        openblas_full.CblasLower,
                        openblas_full.CblasTrans,
                        cols,
                        count,
                        1,
                        scratch,
                        cols,
                        1,
                        gram,
                        cols));
          }
        },
        (long) height * cols);
  }

  /** Adds to the lower triangle of a symmetric matrix. */
  @FunctionalInterface
  private interface Accumulation {
    void into(DoublePointer gram, DoublePointer scratch);
  }

  private static Dense symmetric(int n, Accumulation accumulation, long scratchSize) {
    Dense out = new Dense(n, n);
    try (Arena own = new Arena()) {
      DoublePointer gram = own.doubles((long) n * n);
      gram.put(out.values());
      accumulation.into(gram, own.doubles(scratchSize));
      gram.get(out.values());
    }
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        out.set(j, i, out.get(i, j));
      }
    }
    return out;
  }

  @Override
  public void close() {
    // What it takes, it takes for as long as a call.
  }
}
