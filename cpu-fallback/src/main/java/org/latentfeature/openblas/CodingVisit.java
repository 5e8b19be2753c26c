package org.latentfeature.openblas;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.openblas.global.openblas_full;
import org.latentfeature.backend.cpu.IncidenceColumns;
import org.latentfeature.coding.RowCoder;
import org.latentfeature.data.Matrix;
import org.latentfeature.linalg.Dense;
import org.latentfeature.linalg.SquaredNorm;
import org.latentfeature.progress.StopSignal;
import org.latentfeature.progress.Workers;
import org.latentfeature.step.CodeSums;
import org.latentfeature.step.Factorisation.Products;
import org.latentfeature.step.RowCoding;
import org.latentfeature.step.WorstRows;

/**
 * Codes, their sums and the errors of rows, on one reading: while a block of rows is in cache it is
 * projected, coded, subtracted and summed. Each thread has its own part of the rows, in blocks that
 * do not depend on the number of threads.
 */
final class CodingVisit {

  private final Matrix x;
  private final long firstRow;
  private final int threads;
  private final StopSignal stop;

  CodingVisit(Matrix x, long firstRow, int threads, StopSignal stop) {
    this.x = x;
    this.firstRow = firstRow;
    this.threads = threads;
    this.stop = stop;
  }

  /** Bytes of what the threads work in. */
  static long bytesNeeded(int threads, int rows, int cols, int columns) {
    long block = Math.min(rows, RowBlocks.ROWS);
    long one = 2L * columns * block + 2L * columns * cols + 2L * block * cols;
    return threads * (one * Float.BYTES + (long) columns * cols * Double.BYTES);
  }

  /**
   * Codes all rows in {@code z} for {@code w}; see {@link org.latentfeature.step.Factorisation}.
   */
  CodeSums code(IncidenceColumns z, Dense w, RowCoding how) {
    int blocks = (x.rows() + RowBlocks.ROWS - 1) / RowBlocks.ROWS;
    RowCoder coder = new RowCoder(w);
    double[] errors = new double[x.rows()];
    List<Part> all = new ArrayList<>();
    LibraryThreads.run(
        1,
        () ->
            all.addAll(
                Workers.parts(
                    threads,
                    blocks,
                    1,
                    stop,
                    (from, to) -> {
                      try (Arena arena = new Arena()) {
                        Part part = new Part(z, w, coder.fork(), how, errors, arena);
                        part.rows(from * RowBlocks.ROWS, Math.min(x.rows(), to * RowBlocks.ROWS));
                        return part;
                      }
                    })));
    Dense cross = new Dense(w.rows(), x.cols());
    long changed = 0;
    for (Part part : all) {
      Dense.addScaled(cross.values(), 0, part.cross, 0, part.cross.length, 1);
      changed += part.changed;
    }
    return new CodeSums(new Products(z.gram(0), cross), WorstRows.of(errors, how.worst()), changed);
  }

  /** The rows of one thread. */
  private final class Part {

    final double[] cross;
    long changed;
    private final IncidenceColumns z;
    private final RowCoding how;
    private final RowCoder coder;
    private final double[] errors;
    private final int k;
    private final int cols;
    private final boolean exact;
    private final FloatPointer dictionary;
    private final FloatPointer codes;
    private final FloatPointer sums;
    private final FloatPointer residual;
    private final float[] hostCodes;
    private final float[] hostSums;
    private final float[] hostResidual;

    Part(IncidenceColumns z, Dense w, RowCoder coder, RowCoding how, double[] errors, Arena arena) {
      this.z = z;
      this.how = how;
      this.coder = coder;
      this.errors = errors;
      k = w.rows();
      cols = x.cols();
      exact = k <= how.exactColumns();
      int block = Math.min(x.rows(), RowBlocks.ROWS);
      cross = new double[k * cols];
      dictionary = arena.floats((long) k * cols);
      codes = arena.floats((long) k * block);
      sums = arena.floats((long) k * cols);
      residual = arena.floats((long) block * cols);
      hostCodes = new float[k * block];
      hostSums = new float[k * cols];
      hostResidual = new float[block * cols];
      Floats.put(w, dictionary);
    }

    void rows(int from, int to) {
      RowBlocks.of(
          x.view(from, to - from), stop, (first, n, block) -> block(from + first, n, block));
    }

    private void block(int first, int count, FloatPointer block) {
      Blas.multiplyTransposedAlone(count, k, cols, 1, block, dictionary, codes);
      codes.get(hostCodes, 0, count * k);
      search(first, count);
      for (int c = 0; c < k; c++) {
        z.unpack(c, first, count, hostCodes, c * count);
      }
      codes.put(hostCodes, 0, k * count);
      openblas_full.cblas_scopy(count * cols, block, 1, residual, 1);
      Blas.subtractTransposedAlone(count, cols, k, codes, dictionary, residual);
      residual.get(hostResidual, 0, count * cols);
      for (int i = 0; i < count; i++) {
        errors[first + i] = SquaredNorm.of(hostResidual, i * cols, cols);
      }
      Blas.multiplyAlone(k, cols, count, codes, block, 0, sums);
      sums.get(hostSums);
      for (int e = 0; e < hostSums.length; e++) {
        cross[e] += hostSums[e];
      }
    }

    private void search(int first, int count) {
      IncidenceColumns.Projection projection =
          (row, p) -> {
            int at = (row - first) * k;
            for (int c = 0; c < k; c++) {
              p[c] = hostCodes[at + c];
            }
          };
      if (how.fresh()) {
        z.encode(
            first,
            first + count,
            coder,
            projection,
            exact,
            how.restarts(),
            how.seed(),
            firstRow,
            stop);
      } else {
        changed += z.refine(first, first + count, coder, projection, exact, stop);
      }
    }
  }
}
