package org.latentfeature.openblas;

import org.bytedeco.javacpp.FloatPointer;
import org.latentfeature.backend.cpu.HostRows;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.Contrast;
import org.latentfeature.step.Projections;
import org.latentfeature.step.StepTally;

/** Projections tile of rows after tile, each thread with rows and sums of its own. */
final class OpenBlasProjections implements Projections {

  private final Blas blas;
  private final Matrix x;
  private final StepTally tally;
  private final StopSignal stop;
  private final int cols;
  private final Arena arena = new Arena();
  private final FloatPointer directions;
  private final ContrastTiles[] workers;

  OpenBlasProjections(Blas blas, HostRows rows, Limits limits, StopSignal stop) {
    this.blas = blas;
    this.stop = stop;
    x = rows.x();
    tally = rows.tally();
    cols = x.cols();
    directions = arena.floats((long) limits.directions() * cols);
    workers = new ContrastTiles[blas.threads()];
    for (int w = 0; w < workers.length; w++) {
      workers[w] = new ContrastTiles(limits.weights(), cols, arena);
    }
  }

  static long bytesNeeded(int threads, int rows, int cols, Limits limits) {
    long m = limits.directions();
    long most = limits.weights();
    long ofThread = most * cols + (most + 2 * m) * ContrastTiles.ROWS + RowBlocks.size(rows) * m;
    return (m * cols + threads * ofThread) * Float.BYTES;
  }

  @Override
  public Matrix project(Dense onto) {
    long start = System.nanoTime();
    int m = onto.rows();
    double flops = blas.flops();
    Floats.put(onto, directions);
    Matrix products = Matrix.allocate(x.rows(), m);
    int size = RowBlocks.size(x.rows());
    double work = 2.0 * x.rows() * m * cols;
    blas.share(
        blas.worth(work),
        (x.rows() + size - 1) / size,
        work,
        stop,
        (worker, block) -> project(block * size, size, m, products));
    tally.add("project", 1, blas.flops() - flops, start);
    return products;
  }

  /** Projects the block of rows that begins at {@code first}. */
  private void project(int first, int size, int m, Matrix products) {
    Matrix rows = x.view(first, Math.min(size, x.rows() - first));
    try (Arena own = new Arena()) {
      FloatPointer some = own.floats((long) rows.rows() * m);
      RowBlocks.of(
          rows,
          stop,
          (from, count, block) -> {
            Blas.multiplyTransposed(count, m, cols, 1, block, directions, some);
            float[] host = new float[count * m];
            some.get(host);
            products.setRows(first + from, count, host);
          });
    }
  }

  @Override
  public Dense weigh(Dense onto, Contrast contrast) {
    long start = System.nanoTime();
    int m = onto.rows();
    int most = contrast.weights(m);
    double flops = 2.0 * x.rows() * (m + most) * cols;
    Floats.put(onto, directions);
    int parts = Math.min(workers.length, Math.max(1, x.rows() / ContrastTiles.ROWS));
    blas.share(
        blas.threads(),
        parts,
        0,
        stop,
        (worker, part) -> {
          int from = cut(part, parts);
          Matrix rows = x.view(from, cut(part + 1, parts) - from);
          workers[part].sum(rows, directions, m, contrast, stop);
        });
    Dense sums = Floats.get(workers[0].sums(), most, cols);
    for (int part = 1; part < parts; part++) {
      sums = sums.plus(Floats.get(workers[part].sums(), most, cols));
    }
    tally.add("weigh", 1, flops, start);
    return sums;
  }

  /** Where part {@code part} of {@code parts} begins: the same rows for a thread every time. */
  private int cut(int part, int parts) {
    return (int) ((long) x.rows() * part / parts);
  }

  @Override
  public void close() {
    arena.close();
  }
}
