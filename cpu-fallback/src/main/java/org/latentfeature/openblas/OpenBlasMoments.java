package org.latentfeature.openblas;

import org.bytedeco.javacpp.DoublePointer;
import org.latentfeature.backend.cpu.HostRows;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.Moments;

/** Second moments in double precision, a slice of X at a time. */
final class OpenBlasMoments implements Moments {

  /** Entries of X widened at once, for X Xᵀ. */
  private static final int ENTRIES = 1 << 22;

  /** Rows that a thread widens before it asks for others. */
  private static final int STRIP = 64;

  private final Blas blas;
  private final SharedAlgebra shared;
  private final Matrix x;
  private final StopSignal stop;
  private final int rows;
  private final int cols;

  OpenBlasMoments(Blas blas, HostRows rows, StopSignal stop) {
    this.blas = blas;
    shared = new SharedAlgebra(blas);
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
    return symmetric(
        rows,
        (gram, scratch) -> {
          for (int from = 0; from < cols; from += width) {
            int count = Math.min(width, cols - from);
            widen(0, rows, from, count, scratch);
            shared.addGram(false, scratch, rows, count, gram);
          }
        },
        (long) rows * width);
  }

  @Override
  public Dense columnGram() {
    int height = height(rows);
    return symmetric(
        cols,
        (gram, scratch) -> {
          for (int from = 0; from < rows; from += height) {
            int count = Math.min(height, rows - from);
            widen(from, count, 0, cols, scratch);
            shared.addGram(true, scratch, cols, count, gram);
          }
        },
        (long) height * cols);
  }

  /** A part of X in double precision, row after row. */
  private void widen(int first, int rows, int from, int width, DoublePointer into) {
    blas.share(
        blas.threads(),
        (rows + STRIP - 1) / STRIP,
        0,
        stop,
        (worker, strip) -> {
          float[] row = new float[width];
          double[] wide = new double[width];
          DoublePointer at = new DoublePointer(into);
          for (int i = strip * STRIP; i < Math.min(rows, (strip + 1) * STRIP); i++) {
            x.rows(first + i, 1).get(from, row, 0, width);
            for (int j = 0; j < width; j++) {
              wide[j] = row[j];
            }
            at.position((long) i * width).put(wide);
          }
        });
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
