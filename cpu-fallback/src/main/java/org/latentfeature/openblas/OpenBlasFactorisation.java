package org.latentfeature.openblas;

import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.latentfeature.backend.cpu.HostRows;
import org.latentfeature.backend.cpu.IncidenceColumns;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.SquaredNorm;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.Workers;
import org.latentfeature.data.KnownColumns;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.MissingEntries;
import org.latentfeature.step.CodeSums;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.RowCoding;
import org.latentfeature.step.StepTally;
import org.latentfeature.step.WorstRows;
import org.latentfeature.step.coding.BitDraws;
import org.latentfeature.step.coding.RowCoder;

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
  private final RowParts parts;
  private final Algebra algebra;

  OpenBlasFactorisation(Blas blas, HostRows rows, Limits limits, StopSignal stop) {
    this.blas = blas;
    this.stop = stop;
    this.rows = rows;
    x = rows.x();
    missing = rows.missing();
    firstRow = rows.first();
    tally = rows.tally();
    cols = x.cols();
    algebra = new OpenBlasAlgebra(blas.ofStep());
    parts = new RowParts(blas, rows, limits.columns(), stop, arena);
  }

  static long bytesNeeded(int threads, int rows, int cols, Limits limits) {
    return RowParts.bytesNeeded(threads, rows, cols, limits.columns());
  }

  @Override
  public Products products(Incidence codes, int from) {
    long start = System.nanoTime();
    double flops = blas.flops();
    IncidenceColumns z = (IncidenceColumns) codes;
    int added = z.columns() - from;
    parts.beginSums(added);
    double products = parts.product(added);
    parts.known(
        blas.worth(products),
        products,
        (part, first, count, block) -> {
          part.features.loadCodes(z, from, first, count);
          part.addSums(added, count, block);
        });
    Dense cross = parts.sums();
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
    Workers.parts(
        blas.threads(),
        columns.length,
        1,
        stop,
        (from, to) -> {
          z.columnGrams(known, columns, from, to, grams);
          return to;
        });
    tally.add("column grams", 1, 0, start);
    return grams;
  }

  @Override
  public double squaredError(Incidence codes, Dense w) {
    long start = System.nanoTime();
    double flops = blas.flops();
    IncidenceColumns z = (IncidenceColumns) codes;
    parts.loadDictionary(w);
    double[] sums = new double[parts.blocks()];
    parts.residuals(
        z,
        (part, first, count, block) ->
            // A block may come in two pieces.
            sums[parts.blockOf(first)] += Blas.squaredNorm(block, count * cols));
    tally.add("squared error", 1, blas.flops() - flops, start);
    return Arrays.stream(sums).sum();
  }

  @Override
  public double[] rowErrors(Incidence codes, Dense w) {
    long start = System.nanoTime();
    double flops = blas.flops();
    IncidenceColumns z = (IncidenceColumns) codes;
    parts.loadDictionary(w);
    double[] errors = new double[x.rows()];
    parts.residuals(z, (part, first, count, block) -> rowErrors(part, first, count, errors));
    tally.add("row errors", 1, blas.flops() - flops, start);
    return errors;
  }

  @Override
  public CodeSums code(Incidence codes, Dense w, RowCoding how) {
    if (!missing.isNone()) {
      return Factorisation.super.code(codes, w, how);
    }
    long start = System.nanoTime();
    double flops = blas.flops();
    IncidenceColumns z = (IncidenceColumns) codes;
    int k = w.rows();
    if (how.fresh()) {
      z.clear(k);
    }
    boolean exact = k <= how.exactColumns();
    double[] errors = new double[x.rows()];
    LongAdder changed = new LongAdder();
    LongAdder proven = new LongAdder();
    RowParts.Visitor search =
        projected(
            w,
            (from, to, coder, projection) -> {
              if (how.fresh()) {
                proven.add(z.encode(from, to, coder, projection, how, firstRow, stop));
              } else {
                changed.add(z.refine(from, to, coder, projection, exact, stop));
              }
            });
    parts.beginSums(k);
    parts.each(
        blas.threads(),
        3 * parts.product(k),
        (part, first, count, block) -> {
          // All of it while the block is in cache.
          search.visit(part, first, count, block);
          part.features.subtract(z, first, count, block, part.residual);
          rowErrors(part, first, count, errors);
          part.addSums(k, count, block);
        });
    tally.add("code", 1, blas.flops() - flops, start);
    return new CodeSums(
        new Products(z.gram(0), parts.sums()),
        WorstRows.of(errors, how.worst()),
        changed.sum(),
        proven.sum());
  }

  private void rowErrors(RowParts.Part part, int first, int count, double[] errors) {
    float[] host = part.hostResidual(count);
    for (int i = 0; i < count; i++) {
      errors[first + i] = SquaredNorm.of(host, i * cols, cols);
    }
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
    RowParts.Visitor coding =
        projected(
            w,
            (from, to, coder, projection) ->
                changed.add(recoding.rows(from, to, coder, projection)));
    double products = parts.product(w.rows());
    if (missing.isNone()) {
      parts.each(blas.threads(), products, coding);
    } else {
      parts.residuals(z, blas.threads(), products, coding);
    }
    tally.add(step, 1, blas.flops() - flops, start);
    return changed.sum();
  }

  @Override
  public long encode(Incidence codes, Dense w, RowCoding how) {
    long start = System.nanoTime();
    double flops = blas.flops();
    IncidenceColumns z = (IncidenceColumns) codes;
    z.clear(w.rows());
    LongAdder proven = new LongAdder();
    parts.known(
        blas.threads(),
        parts.product(w.rows()),
        projected(
            w,
            (from, to, coder, projection) ->
                proven.add(z.encode(from, to, coder, projection, how, firstRow, stop))));
    tally.add("encode", 1, blas.flops() - flops, start);
    return proven.sum();
  }

  /** Codes rows {@code from} to {@code to}, given how to project them. */
  @FunctionalInterface
  private interface PartCoding {
    void rows(int from, int to, RowCoder coder, IncidenceColumns.Projection projection);
  }

  /** Projects each block by one product, and codes its rows; each thread with its own coder. */
  private RowParts.Visitor projected(Dense w, PartCoding coding) {
    parts.loadDictionary(w);
    RowCoder shared = new RowCoder(w, missing, algebra);
    RowCoder[] coders = Stream.generate(shared::fork).limit(parts.count()).toArray(RowCoder[]::new);
    return (part, first, count, block) ->
        coding.rows(
            first, first + count, coders[part.number], part.project(w.rows(), first, count, block));
  }

  @Override
  public void close() {
    arena.close();
  }
}
