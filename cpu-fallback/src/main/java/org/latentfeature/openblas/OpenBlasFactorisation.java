package org.latentfeature.openblas;

import java.util.concurrent.atomic.LongAdder;
import org.bytedeco.javacpp.FloatPointer;
import org.latentfeature.backend.cpu.HostRows;
import org.latentfeature.backend.cpu.IncidenceColumns;
import org.latentfeature.coding.BitDraws;
import org.latentfeature.coding.RowCoder;
import org.latentfeature.data.KnownColumns;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.MissingEntries;
import org.latentfeature.linalg.Dense;
import org.latentfeature.linalg.SquaredNorm;
import org.latentfeature.progress.StopSignal;
import org.latentfeature.step.CodeSums;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.RowCoding;
import org.latentfeature.step.StepTally;

/** Row blocks through level-3 BLAS; single precision within a block, double between blocks. */
final class OpenBlasFactorisation implements Factorisation {

  private final Blas blas;
  private final HostRows rows;
  private final Matrix x;
  private final MissingEntries missing;
  private final long firstRow;
  private final StepTally tally;
  private final StopSignal stop;
  private final int cols;
  private final Arena arena = new Arena();
  private final FeatureBlocks features;

  /** What a dictionary leaves of one row block. */
  private final FloatPointer residual;

  OpenBlasFactorisation(Blas blas, HostRows rows, Limits limits, StopSignal stop) {
    this.blas = blas;
    this.stop = stop;
    this.rows = rows;
    x = rows.x();
    missing = rows.missing();
    firstRow = rows.first();
    tally = rows.tally();
    cols = x.cols();
    features = new FeatureBlocks(blas, x.rows(), cols, limits.columns(), arena);
    residual = arena.floats((long) Math.min(x.rows(), RowBlocks.ROWS) * cols);
  }

  static long bytesNeeded(int threads, int rows, int cols, Limits limits) {
    return CodingVisit.bytesNeeded(threads, rows, cols, limits.columns())
        + FeatureBlocks.bytesNeeded(rows, cols, limits.columns())
        + (long) Math.min(rows, RowBlocks.ROWS) * cols * Float.BYTES;
  }

  @Override
  public Products products(Incidence codes, int from) {
    long start = System.nanoTime();
    double flops = blas.flops();
    IncidenceColumns z = (IncidenceColumns) codes;
    int added = z.columns() - from;
    Dense cross = new Dense(added, cols);
    known(
        (first, count, block) -> {
          features.loadCodes(z, from, first, count);
          blas.multiply(added, cols, count, features.codes(), block, 0, features.dictionary());
          features.addDictionaryTo(cross.values());
        });
    Dense gram = z.gram(from);
    tally.add("products", 1, blas.flops() - flops, start);
    return new Products(gram, cross);
  }

  @Override
  public Dense columnGrams(Incidence codes, int[] columns) {
    long start = System.nanoTime();
    IncidenceColumns z = (IncidenceColumns) codes;
    Dense grams = new Dense(columns.length, z.columns() * (z.columns() + 1) / 2);
    KnownColumns known = rows.known();
    blas.split(
        0, columns.length, stop, (from, to) -> z.columnGrams(known, columns, from, to, grams));
    tally.add("column grams", 1, 0, start);
    return grams;
  }

  @Override
  public double squaredError(Incidence codes, Dense w) {
    long start = System.nanoTime();
    double flops = blas.flops();
    IncidenceColumns z = (IncidenceColumns) codes;
    features.loadDictionary(w);
    double[] sum = new double[1];
    residuals(z, (first, count, block) -> sum[0] += blas.squaredNorm(residual, count * cols));
    tally.add("squared error", 1, blas.flops() - flops, start);
    return sum[0];
  }

  @Override
  public double[] rowErrors(Incidence codes, Dense w) {
    long start = System.nanoTime();
    double flops = blas.flops();
    IncidenceColumns z = (IncidenceColumns) codes;
    features.loadDictionary(w);
    double[] errors = new double[x.rows()];
    float[] host = new float[Math.min(x.rows(), RowBlocks.ROWS) * cols];
    residuals(
        z,
        (first, count, block) -> {
          residual.get(host, 0, count * cols);
          for (int i = 0; i < count; i++) {
            errors[first + i] = SquaredNorm.of(host, i * cols, cols);
          }
        });
    tally.add("row errors", 1, blas.flops() - flops, start);
    return errors;
  }

  @Override
  public CodeSums code(Incidence codes, Dense w, RowCoding how) {
    if (!missing.isNone()) {
      return Factorisation.super.code(codes, w, how);
    }
    long start = System.nanoTime();
    IncidenceColumns z = (IncidenceColumns) codes;
    if (how.fresh()) {
      z.clear(w.rows());
    }
    CodeSums sums = new CodingVisit(x, firstRow, blas.threads(), stop).code(z, w, how);
    tally.add("code", 1, 6.0 * x.size() * w.rows(), start);
    return sums;
  }

  @Override
  public long refine(Incidence codes, Dense w, int exactColumns) {
    IncidenceColumns z = (IncidenceColumns) codes;
    boolean exact = w.rows() <= exactColumns;
    return recode(
        "refine",
        z,
        w,
        (from, to, coder, projection) ->
            missing.isNone()
                ? z.refine(from, to, coder, projection, exact, stop)
                : z.improve(from, to, coder, projection, exact, stop));
  }

  @Override
  public long draw(Incidence codes, Dense w, BitDraws how) {
    IncidenceColumns z = (IncidenceColumns) codes;
    return recode(
        "draw",
        z,
        w,
        (from, to, coder, projection) ->
            z.draw(from, to, coder, projection, !missing.isNone(), how, firstRow, stop));
  }

  /** Changes the codes of rows {@code from} to {@code to}; returns how many entries changed. */
  @FunctionalInterface
  private interface PartRecoding {
    long rows(int from, int to, RowCoder coder, IncidenceColumns.Projection projection);
  }

  /** Codes from rows, or where entries are missing from their residuals. */
  private long recode(String step, IncidenceColumns z, Dense w, PartRecoding recoding) {
    long start = System.nanoTime();
    double flops = blas.flops();
    LongAdder changed = new LongAdder();
    project(
        w,
        missing.isNone() ? this::known : visitor -> residuals(z, visitor),
        (from, to, coder, projection) -> changed.add(recoding.rows(from, to, coder, projection)));
    tally.add(step, 1, blas.flops() - flops, start);
    return changed.sum();
  }

  @Override
  public void encode(Incidence codes, Dense w, int exactColumns, int restarts, long seed) {
    long start = System.nanoTime();
    double flops = blas.flops();
    IncidenceColumns z = (IncidenceColumns) codes;
    z.clear(w.rows());
    boolean exact = w.rows() <= exactColumns;
    project(
        w,
        this::known,
        (from, to, coder, projection) ->
            z.encode(from, to, coder, projection, exact, restarts, seed, firstRow, stop));
    tally.add("encode", 1, blas.flops() - flops, start);
  }

  /** Codes rows {@code from} to {@code to}, given how to project them. */
  @FunctionalInterface
  private interface PartCoding {
    void rows(int from, int to, RowCoder coder, IncidenceColumns.Projection projection);
  }

  /** Gives row blocks. */
  @FunctionalInterface
  private interface Walk {
    void over(RowBlocks.Visitor visitor);
  }

  /** Projects block after block by one product, and codes its rows on all threads. */
  private void project(Dense w, Walk walk, PartCoding coding) {
    int k = w.rows();
    features.loadDictionary(w);
    RowCoder coder = new RowCoder(w, missing);
    float[] projections = features.hostCodes();
    walk.over(
        (first, count, block) -> {
          blas.multiplyTransposed(count, k, cols, block, features.dictionary(), features.codes());
          features.codes().get(projections, 0, count * k);
          IncidenceColumns.Projection projection =
              (row, p) -> {
                int at = (row - first) * k;
                for (int c = 0; c < k; c++) {
                  p[c] = projections[at + c];
                }
              };
          blas.split(
              first,
              first + count,
              stop,
              (from, to) -> coding.rows(from, to, coder.fork(), projection));
        });
  }

  /** Walks X − Z W of the loaded dictionary, with 0 where X is missing. */
  private void residuals(IncidenceColumns z, RowBlocks.Visitor visitor) {
    RowBlocks.of(
        x,
        stop,
        (first, count, block) -> {
          features.subtract(z, first, count, block, residual);
          MissingZeros.put(missing, first, count, cols, residual);
          visitor.visit(first, count, residual);
        });
  }

  /** Walks X, with 0 where it is missing. */
  private void known(RowBlocks.Visitor visitor) {
    RowBlocks.of(
        x,
        stop,
        missing.isNone()
            ? visitor
            : (first, count, block) -> {
              blas.copy(count * cols, block, residual);
              MissingZeros.put(missing, first, count, cols, residual);
              visitor.visit(first, count, residual);
            });
  }

  @Override
  public void close() {
    arena.close();
  }
}
