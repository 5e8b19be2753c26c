package org.latentfeature.openblas;

import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.openblas.global.openblas_full;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.cpu.HostSession;
import org.latentfeature.backend.cpu.IncidenceColumns;
import org.latentfeature.coding.RowCoder;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.linalg.Dense;
import org.latentfeature.progress.StopSignal;
import org.latentfeature.progress.StoppedException;
import org.latentfeature.step.AtomRanking;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.Moments;
import org.latentfeature.step.SessionLimits;

/** Row blocks through level-3 BLAS; single precision within a block, double between blocks. */
final class OpenBlasSession extends HostSession implements AtomSearch, Moments {

  private final Blas blas;
  private final Arena arena = new Arena();

  /** One row block of Z, transposed: K × ROWS. */
  private final FloatPointer codes;

  private final float[] hostCodes;

  /** A block as wide as the data: K×D, or ROWS×D. */
  private final FloatPointer wide;

  /** V, W or ZᵀX in single precision: K×D. */
  private final FloatPointer dictionary;

  private final float[] hostRow;
  private final @Nullable Search search;

  /** What exists only in a session that searches atoms. */
  private record Search(FloatPointer residual, MixingSweeps sweeps, AtomPolish polish) {}

  OpenBlasSession(Blas blas, Matrix x, SessionLimits limits, StopSignal stop) {
    super(x, stop);
    this.blas = blas;
    int block = Math.min(rows, RowBlocks.ROWS);
    codes = arena.floats((long) limits.columns() * block);
    hostCodes = new float[limits.columns() * block];
    wide = arena.floats((long) Math.max(block, limits.columns()) * cols);
    dictionary = arena.floats((long) limits.columns() * cols);
    hostRow = new float[Math.max(cols, limits.columns())];
    if (limits.search()) {
      FloatPointer residual = arena.floats((long) rows * cols);
      ResidualBlocks blocks = new ResidualBlocks(blas, residual, rows, cols, arena, stop);
      search =
          new Search(
              residual,
              new MixingSweeps(blas, blocks, limits, arena),
              new AtomPolish(
                  blas, blocks, Math.max(limits.candidates(), limits.hyperplanes()), arena));
      try {
        residual(new Dense(0, cols));
      } catch (StoppedException e) {
        arena.close();
        throw e;
      }
    } else {
      search = null;
    }
  }

  static long bytesNeeded(int rows, int cols, SessionLimits limits) {
    long block = Math.min(rows, RowBlocks.ROWS);
    long k = limits.columns();
    long shared = k * block * 2 + Math.max(block, k) * cols + k * cols;
    long bits = (long) rows * k / Byte.SIZE;
    if (!limits.search()) {
      return shared * Float.BYTES + bits;
    }
    long most = Math.max(limits.candidates(), limits.hyperplanes());
    long search =
        (long) rows * cols
            + (long) rows * (ResidualBlocks.ROWS + limits.rank())
            + most * (2L * cols + 3L * ResidualBlocks.ROWS);
    return (shared + search) * Float.BYTES + bits + most * rows / Byte.SIZE;
  }

  private Search search() {
    if (search == null) {
      throw new IllegalStateException("this session was opened without atom search");
    }
    return search;
  }

  @Override
  public Products products(int from) {
    long start = System.nanoTime();
    double flops = blas.flops();
    int added = z.count() - from;
    Dense cross = new Dense(added, cols);
    double[] sums = cross.values();
    RowBlocks.of(
        x,
        stop,
        (first, count, block) -> {
          loadCodes(from, first, count);
          blas.multiply(added, cols, count, codes, block, 0, dictionary);
          for (int k = 0; k < added; k++) {
            dictionary.position((long) k * cols).get(hostRow, 0, cols);
            for (int j = 0; j < cols; j++) {
              sums[k * cols + j] += hostRow[j];
            }
          }
          dictionary.position(0);
        });
    Dense gram = z.gram(from);
    tally.add("products", 1, blas.flops() - flops, start);
    return new Products(gram, cross);
  }

  /** Columns {@code from} … K of a row block of Z, one after the other, into {@code codes}. */
  private void loadCodes(int from, int first, int count) {
    int k = z.count() - from;
    for (int c = 0; c < k; c++) {
      z.unpack(from + c, first, count, hostCodes, c * count);
    }
    codes.position(0).put(hostCodes, 0, k * count);
  }

  private void loadDictionary(Dense w) {
    for (int k = 0; k < w.rows(); k++) {
      for (int j = 0; j < cols; j++) {
        hostRow[j] = (float) w.values()[k * cols + j];
      }
      dictionary.position((long) k * cols).put(hostRow, 0, cols);
    }
    dictionary.position(0);
  }

  @Override
  public double squaredError(Dense w) {
    long start = System.nanoTime();
    double flops = blas.flops();
    loadDictionary(w);
    double[] sum = new double[1];
    RowBlocks.of(
        x,
        stop,
        (first, count, block) -> {
          subtract(first, count, block, wide);
          sum[0] += blas.squaredNorm(wide, count * cols);
        });
    tally.add("squared error", 1, blas.flops() - flops, start);
    return sum[0];
  }

  /** {@code into} = X_b − Z_b W for one row block, W from {@code dictionary}. */
  private void subtract(int first, int count, FloatPointer block, FloatPointer into) {
    blas.prepare(count, cols, 1);
    openblas_full.cblas_scopy(count * cols, block, 1, into, 1);
    if (z.count() > 0) {
      loadCodes(0, first, count);
      blas.subtractTransposed(count, cols, z.count(), codes, dictionary, into);
    }
  }

  @Override
  public long refine(Dense w, int exactColumns) {
    long start = System.nanoTime();
    double flops = blas.flops();
    boolean exact = w.rows() <= exactColumns;
    LongAdder changed = new LongAdder();
    project(
        w,
        (from, to, coder, projection) -> changed.add(z.refine(from, to, coder, projection, exact)));
    tally.add("refine", 1, blas.flops() - flops, start);
    return changed.sum();
  }

  @Override
  public void encode(Dense w, int exactColumns, int restarts, long seed) {
    long start = System.nanoTime();
    double flops = blas.flops();
    z.clear(w.rows());
    boolean exact = w.rows() <= exactColumns;
    project(
        w,
        (from, to, coder, projection) ->
            z.encode(from, to, coder, projection, exact, restarts, seed));
    tally.add("encode", 1, blas.flops() - flops, start);
  }

  /** Codes rows {@code from} to {@code to}, given how to project them. */
  @FunctionalInterface
  private interface Coding {
    void rows(int from, int to, RowCoder coder, IncidenceColumns.Projection projection);
  }

  /** Projects block after block by one product, and codes its rows on all threads. */
  private void project(Dense w, Coding coding) {
    int k = w.rows();
    loadDictionary(w);
    RowCoder coder = new RowCoder(w);
    RowBlocks.of(
        x,
        stop,
        (first, count, block) -> {
          blas.multiplyTransposed(count, k, cols, block, dictionary, codes);
          codes.get(hostCodes, 0, count * k);
          IncidenceColumns.Projection projection =
              (row, p) -> {
                int at = (row - first) * k;
                for (int c = 0; c < k; c++) {
                  p[c] = hostCodes[at + c];
                }
              };
          blas.split(
              first,
              first + count,
              stop,
              (from, to) -> coding.rows(from, to, coder.fork(), projection));
        });
  }

  @Override
  public double residual(Dense v) {
    long start = System.nanoTime();
    double flops = blas.flops();
    FloatPointer residual = search().residual();
    loadDictionary(v);
    double[] sum = new double[1];
    RowBlocks.of(
        x,
        stop,
        (first, count, block) -> {
          residual.position((long) first * cols);
          subtract(first, count, block, residual);
          sum[0] += blas.squaredNorm(residual, count * cols);
        });
    residual.position(0);
    search().sweeps().residualChanged();
    tally.add("residual", 2, blas.flops() - flops, start);
    return sum[0];
  }

  @Override
  public Sweeps sweep(int rank, double tolerance, int maxSweeps, long seed) {
    long start = System.nanoTime();
    double flops = blas.flops();
    long before = search().sweeps().passes();
    Sweeps sweeps = search().sweeps().run(rank, tolerance, maxSweeps, seed);
    tally.add("sweep", search().sweeps().passes() - before, blas.flops() - flops, start);
    return sweeps;
  }

  @Override
  public Dense vectors() {
    return search().sweeps().vectors();
  }

  @Override
  public List<ScoredAtom> round(int hyperplanes, int count, int passes, long seed) {
    long start = System.nanoTime();
    double flops = blas.flops();
    List<BitVector> rounded = search().sweeps().round(hyperplanes, seed);
    List<ScoredAtom> best = AtomRanking.best(search().polish().score(rounded), count);
    tally.add("round", 1, blas.flops() - flops, start);
    return polish(best.stream().map(ScoredAtom::z).toList(), passes);
  }

  @Override
  public List<ScoredAtom> polish(List<BitVector> atoms, int passes) {
    long start = System.nanoTime();
    double flops = blas.flops();
    long before = search().polish().passes();
    List<BitVector> polished = search().polish().run(atoms, passes);
    List<ScoredAtom> scored = search().polish().score(polished);
    tally.add("polish", search().polish().passes() - before, blas.flops() - flops, start);
    return AtomRanking.best(scored, scored.size());
  }

  @Override
  public Dense rowGram() {
    int width = Math.min(cols, Math.max(1, (1 << 22) / rows));
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
            blas.prepare(rows, rows, count);
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
                rows);
          }
        },
        (long) rows * width);
  }

  private Dense columnGram() {
    double[] host = new double[cols];
    float[] row = new float[cols];
    int height = Math.min(rows, RowBlocks.ROWS);
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
            blas.prepare(cols, cols, count);
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
                cols);
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
  public double[] squaredSingularValues() {
    Dense gram = rows <= cols ? rowGram() : columnGram();
    return Moments.squares(new OpenBlasAlgebra(blas).pausing(stop::check).eigenvalues(gram));
  }

  @Override
  public void close() {
    arena.close();
  }
}
