package org.latentfeature.openblas;

import java.util.Arrays;
import org.bytedeco.javacpp.FloatPointer;
import org.latentfeature.backend.cpu.HostRows;
import org.latentfeature.backend.cpu.IncidenceColumns;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.MissingEntries;
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
  private final int cols;
  private final int most;
  private final Arena arena = new Arena();
  private final FloatPointer residual;
  private final ResidualParts parts;
  private final FloatPointer dictionary;
  private final FeatureBlocks[] features;
  private final MixingSweeps sweeps;
  private final AtomPolish polish;
  private double squaredNorm;

  OpenBlasSearch(Blas blas, HostRows rows, Limits limits, StopSignal stop) {
    this.blas = blas;
    x = rows.x();
    missing = rows.missing();
    tally = rows.tally();
    cols = x.cols();
    residual = arena.floats(x.size());
    ResidualBlocks blocks = new ResidualBlocks(blas, residual, x.rows(), cols, arena, stop);
    most = most(limits);
    parts = new ResidualParts(blas, blocks, most, arena);
    features = new FeatureBlocks[ResidualParts.count(blas.threads(), x.rows())];
    dictionary = arena.floats((long) limits.columns() * cols);
    int block = Math.min(x.rows(), RowBlocks.ROWS);
    for (int worker = 0; worker < features.length; worker++) {
      features[worker] = new FeatureBlocks(block, cols, limits.columns(), dictionary, arena);
    }
    sweeps = new MixingSweeps(blas, blocks, parts, rows, limits, arena);
    polish = new AtomPolish(blas, blocks, parts, sweeps, rows.tally(), most, arena);
  }

  /** Rows of a sum: of unit vectors, or of candidates. */
  private static int most(Limits limits) {
    return Math.max(limits.rank(), Math.max(limits.candidates(), limits.hyperplanes()));
  }

  static long bytesNeeded(int threads, int rows, int cols, Limits limits) {
    int most = most(limits);
    long floats =
        (long) rows * cols
            + (long) rows * (ResidualBlocks.ROWS + limits.rank())
            + BlockStep.floatsNeeded(limits.rank())
            + ResidualSums.floatsNeeded(threads, cols, limits.rank())
            + ResidualSums.floatsNeeded(threads, cols, most)
            + ResidualParts.floatsNeeded(threads, rows, cols, most);
    int block = Math.min(rows, RowBlocks.ROWS);
    long codes =
        ResidualParts.count(threads, rows) * FeatureBlocks.floatsNeeded(block, limits.columns());
    return (floats + codes + (long) limits.columns() * cols) * Float.BYTES
        + (long) most * rows / Byte.SIZE;
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
    Floats.put(v, dictionary);
    double[] norms = new double[RowBlocks.count(x.rows())];
    sweeps.residualChanges();
    parts.each(
        parts.product(z.columns() + 1),
        (number, part, first, n) -> {
          FloatPointer into = new FloatPointer(residual);
          RowBlocks.of(
              x.view(first, n),
              StopSignal.NEVER,
              (from, count, block) -> {
                into.position((long) (first + from) * cols);
                features[number].subtract(z, first + from, count, block, into);
                MissingZeros.put(missing, first + from, count, cols, into);
              });
          into.position((long) first * cols);
          norms[first / RowBlocks.ROWS] = Blas.squaredNorm(into, n * cols);
          Arrays.fill(part.delta, 0, n, 1);
          part.add(1, first, n);
        });
    sweeps.residualChanged(parts.total(1));
    tally.add("residual", 2, blas.flops() - flops, start);
    squaredNorm = Arrays.stream(norms).sum();
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
    // The parts have room for candidates, of which there are fewer.
    for (int from = 0; from < z.columns(); from += most) {
      int first = from;
      int q = Math.min(most, z.columns() - from);
      parts.each(
          parts.product(q),
          (number, part, row, n) -> {
            for (int c = 0; c < q; c++) {
              z.unpack(first + c, row, n, part.delta, c * n);
            }
            part.add(q, row, n);
          });
      System.arraycopy(parts.total(q), 0, sums.values(), first * cols, q * cols);
    }
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
