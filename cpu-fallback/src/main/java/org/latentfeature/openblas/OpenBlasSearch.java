package org.latentfeature.openblas;

import org.bytedeco.javacpp.FloatPointer;
import org.latentfeature.backend.cpu.HostRows;
import org.latentfeature.backend.cpu.IncidenceColumns;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.MissingEntries;
import org.latentfeature.linalg.Dense;
import org.latentfeature.progress.StopSignal;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.Candidates;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.StepTally;
import org.latentfeature.step.UnitVectors;

/** The greedy step on a residual of its own, block of rows after block. */
final class OpenBlasSearch implements AtomSearch {

  private final Blas blas;
  private final Matrix x;
  private final MissingEntries missing;
  private final StepTally tally;
  private final StopSignal stop;
  private final int cols;
  private final Arena arena = new Arena();
  private final FloatPointer residual;
  private final FeatureBlocks features;
  private final MixingSweeps sweeps;
  private final AtomPolish polish;
  private double squaredNorm;

  OpenBlasSearch(Blas blas, HostRows rows, Limits limits, StopSignal stop) {
    this.blas = blas;
    this.stop = stop;
    x = rows.x();
    missing = rows.missing();
    tally = rows.tally();
    cols = x.cols();
    residual = arena.floats(x.size());
    features = new FeatureBlocks(blas, x.rows(), cols, limits.columns(), arena);
    ResidualBlocks blocks = new ResidualBlocks(blas, residual, x.rows(), cols, arena, stop);
    sweeps = new MixingSweeps(blas, blocks, rows, limits, arena);
    polish = new AtomPolish(blas, blocks, sweeps, rows.tally(), most(limits), arena);
  }

  private static int most(Limits limits) {
    return Math.max(limits.candidates(), limits.hyperplanes());
  }

  static long bytesNeeded(int rows, int cols, Limits limits) {
    long most = most(limits);
    long floats =
        (long) rows * cols
            + (long) rows * (ResidualBlocks.ROWS + limits.rank())
            + most * (2L * cols + 3L * ResidualBlocks.ROWS)
            + (long) limits.rank() * cols;
    return floats * Float.BYTES
        + FeatureBlocks.bytesNeeded(rows, cols, limits.columns())
        + most * rows / Byte.SIZE;
  }

  @Override
  public int rows() {
    return x.rows();
  }

  @Override
  public void residual(Incidence codes, Dense v) {
    long start = System.nanoTime();
    double flops = blas.flops();
    IncidenceColumns z = (IncidenceColumns) codes;
    features.loadDictionary(v);
    double[] sum = new double[1];
    RowBlocks.of(
        x,
        stop,
        (first, count, block) -> {
          residual.position((long) first * cols);
          features.subtract(z, first, count, block, residual);
          MissingZeros.put(missing, first, count, cols, residual);
          sum[0] += blas.squaredNorm(residual, count * cols);
        });
    residual.position(0);
    sweeps.residualChanged();
    tally.add("residual", 2, blas.flops() - flops, start);
    squaredNorm = sum[0];
  }

  @Override
  public double squaredNorm() {
    return squaredNorm;
  }

  @Override
  public Dense products(Incidence codes) {
    long start = System.nanoTime();
    double flops = blas.flops();
    IncidenceColumns z = (IncidenceColumns) codes;
    Dense sums = new Dense(z.columns(), cols);
    for (int first = 0; first < x.rows(); first += RowBlocks.ROWS) {
      stop.check();
      int count = Math.min(RowBlocks.ROWS, x.rows() - first);
      features.loadCodes(z, 0, first, count);
      residual.position((long) first * cols);
      blas.multiply(z.columns(), cols, count, features.codes(), residual, 0, features.dictionary());
      features.addDictionaryTo(sums.values());
    }
    residual.position(0);
    tally.add("residual products", 1, blas.flops() - flops, start);
    return sums;
  }

  @Override
  public UnitVectors vectors() {
    return sweeps;
  }

  @Override
  public Dense powerStep(Dense of) {
    return sweeps.powerStep(of);
  }

  @Override
  public Candidates candidates() {
    return polish;
  }

  @Override
  public void close() {
    arena.close();
  }
}
