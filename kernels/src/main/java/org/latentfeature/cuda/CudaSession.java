package org.latentfeature.cuda;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.cuda.driver.DeviceArena;
import org.latentfeature.cuda.driver.DeviceBuffer;
import org.latentfeature.cuda.driver.Measure;
import org.latentfeature.cuda.driver.Room;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.linalg.Algebra;
import org.latentfeature.linalg.Dense;
import org.latentfeature.progress.StopSignal;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.Counters;
import org.latentfeature.step.Moments;
import org.latentfeature.step.SessionLimits;
import org.latentfeature.step.StepTally;

/**
 * One fit on a device. X crosses once, when the session opens; then only binary columns, K×K and
 * K×D blocks and numbers do. All memory but that of the second moments is allocated at the start.
 */
final class CudaSession implements AtomSearch, Moments {

  private final OpenDevice device;
  private final StopSignal stop;
  private final Algebra algebra;
  private final Shape shape;
  private final DeviceArena arena;
  private final DeviceBuffer x;
  private final DeviceBuffer features;
  private final ResidentColumns z;
  private final ColumnSums columnSums;
  private final Residual residual;
  private final RowCodes codes;
  private final SecondMoments moments;
  private final @Nullable Search search;
  private final StepTally tally = new StepTally();
  private final long bytesInBefore;
  private final long bytesOutBefore;

  /** What exists only in a session that searches atoms. */
  private record Search(DeviceBuffer residual, DeviceSweeps sweeps, DevicePolish polish) {}

  /** All arrays of a session. */
  private record Memory(
      DeviceBuffer x,
      DeviceBuffer features,
      DeviceBuffer squaredNorms,
      ResidentColumns.Memory columns,
      ColumnSums.Memory columnSums,
      Residual.Memory residual,
      RowCodes.Memory codes,
      @Nullable SearchMemory search) {

    static Memory in(Room room, Shape shape, SessionLimits limits, SweepBlocks blocks, Card card) {
      int most = limits.columns();
      return new Memory(
          room.floats("X", shape.size()),
          room.floats("V or W", (long) most * shape.cols()),
          SquaredNorms.memory(room),
          ResidentColumns.Memory.in(room, shape, most),
          ColumnSums.Memory.in(room, shape, card),
          Residual.Memory.in(room, shape),
          RowCodes.Memory.in(room, shape, most),
          limits.search() ? SearchMemory.in(room, shape, limits, blocks) : null);
    }
  }

  private record SearchMemory(
      DeviceBuffer residual,
      BlockAscent.Memory ascent,
      DeviceSweeps.Memory sweeps,
      DevicePolish.Memory polish) {

    static SearchMemory in(Room room, Shape shape, SessionLimits limits, SweepBlocks blocks) {
      return new SearchMemory(
          // One row more, for the dummy.
          room.floats("residual", shape.size() + shape.cols()),
          BlockAscent.Memory.in(room, blocks, Math.max(limits.rank(), limits.candidates())),
          DeviceSweeps.Memory.in(room, shape, blocks, limits),
          DevicePolish.Memory.in(room, shape, blocks, limits));
    }
  }

  CudaSession(
      OpenDevice device,
      SweepBlocks.Choice choice,
      Algebra algebra,
      Matrix data,
      SessionLimits limits,
      StopSignal stop) {
    this.device = device;
    this.stop = stop;
    Card card = device.card();
    this.algebra = algebra;
    shape = new Shape(data.rows(), data.cols());
    bytesInBefore = device.transfers().bytesIn();
    bytesOutBefore = device.transfers().bytesOut();
    arena = new DeviceArena(device.context());
    try {
      SweepBlocks blocks = blocks(shape, limits, card, choice);
      Memory memory = Memory.in(arena, shape, limits, blocks, card);
      x = memory.x();
      features = memory.features();
      z = new ResidentColumns(device, shape, memory.columns());
      columnSums = new ColumnSums(device, shape, memory.columnSums());
      residual = new Residual(device, shape, memory.residual());
      codes = new RowCodes(device, shape, memory.codes(), stop);
      moments = new SecondMoments(device, shape, x, stop);
      device.transfers().send(data, x);
      search =
          memory.search() == null ? null : search(blocks, memory.search(), memory.squaredNorms());
      if (search != null) {
        residual(new Dense(0, shape.cols()));
      }
    } catch (RuntimeException | Error e) {
      arena.closeAfter(e);
      throw e;
    }
  }

  private Search search(SweepBlocks blocks, SearchMemory memory, DeviceBuffer partialSums) {
    SquaredNorms squaredNorms = new SquaredNorms(device, partialSums);
    BlockAscent ascent =
        new BlockAscent(device, shape, blocks, memory.residual(), memory.ascent(), stop);
    return new Search(
        memory.residual(),
        new DeviceSweeps(device, shape, ascent, squaredNorms, memory.sweeps()),
        new DevicePolish(device, shape, ascent, columnSums, squaredNorms, memory.polish()));
  }

  private static SweepBlocks blocks(
      Shape shape, SessionLimits limits, Card card, SweepBlocks.Choice choice) {
    return choice.of(shape, Math.max(1, limits.rank()), card);
  }

  /** Bytes that a session takes on the device, with X and the spectrum's passing need. */
  static long bytesNeeded(Shape shape, SessionLimits limits, Card card, SweepBlocks.Choice choice) {
    Measure measure = new Measure();
    Memory.in(measure, shape, limits, blocks(shape, limits, card, choice), card);
    return measure.bytes() + SecondMoments.bytes(shape);
  }

  private Search search() {
    if (search == null) {
      throw new IllegalStateException("this session was opened without atom search");
    }
    return search;
  }

  @Override
  public int rows() {
    return shape.rows();
  }

  @Override
  public int cols() {
    return shape.cols();
  }

  @Override
  public Counters counters() {
    return new Counters(
        device.transfers().bytesIn() - bytesInBefore,
        device.transfers().bytesOut() - bytesOutBefore,
        tally.counters().steps());
  }

  @Override
  public int columns() {
    return z.count();
  }

  @Override
  public BinaryMatrix incidence() {
    device.context().enter();
    return z.toMatrix();
  }

  @Override
  public void replace(BinaryMatrix matrix) {
    device.context().enter();
    z.replace(matrix);
  }

  @Override
  public void append(List<BitVector> columns) {
    device.context().enter();
    z.append(columns);
  }

  @Override
  public void retain(int[] kept) {
    device.context().enter();
    z.retain(kept);
  }

  @Override
  public Products products(int from) {
    device.context().enter();
    long start = System.nanoTime();
    int added = z.count() - from;
    Dense cross = new Dense(added, shape.cols());
    for (int k = 0; k < added; k += ColumnSums.BATCH) {
      stop.check();
      int count = Math.min(ColumnSums.BATCH, added - k);
      DeviceBuffer columns = z.bits().from((long) (from + k) * shape.stride());
      DeviceBuffer sums = columnSums.of(x, columns, count, null);
      double[] some = device.transfers().doubles(sums, count * shape.cols());
      System.arraycopy(some, 0, cross.values(), k * shape.cols(), some.length);
    }
    Dense gram = z.gram(from);
    tally.add("products", 1, 2.0 * shape.size() * added, start);
    return new Products(gram, cross);
  }

  @Override
  public double squaredError(Dense w) {
    device.context().enter();
    long start = System.nanoTime();
    device.transfers().sendFloats(w, features);
    double error = residual.subtract(x, z, features, null);
    tally.add("squared error", 1, 2.0 * shape.size() * w.rows(), start);
    return error;
  }

  @Override
  public long refine(Dense w, int exactColumns) {
    return search("refine", w, exactColumns, RowCodes.Start.PRESENT);
  }

  @Override
  public void encode(Dense w, int exactColumns, int restarts, long seed) {
    device.context().enter();
    z.clear(w.rows());
    search("encode", w, exactColumns, new RowCodes.Start(true, restarts, seed));
  }

  private long search(String step, Dense w, int exactColumns, RowCodes.Start from) {
    device.context().enter();
    long start = System.nanoTime();
    device.transfers().sendFloats(w, features);
    long changed = codes.search(x, z, w, features, w.rows() <= exactColumns, from);
    tally.add(step, 1, 2.0 * shape.size() * w.rows(), start);
    return changed;
  }

  @Override
  public double residual(Dense v) {
    device.context().enter();
    long start = System.nanoTime();
    DeviceBuffer a = search().residual();
    device.transfers().sendFloats(v, features);
    double error = residual.subtract(x, z, features, a);
    sumRowsIntoDummy(a);
    search().sweeps().residualChanged();
    search().polish().residualChanged();
    tally.add("residual", 3, 2.0 * shape.size() * v.rows(), start);
    return error;
  }

  /** a_0 = Σ a_i, the row after the last. */
  private void sumRowsIntoDummy(DeviceBuffer a) {
    DeviceBuffer all = search().polish().rounded();
    device.transfers().fill(all, shape.words());
    columnSums.of(a, all, 1, a.from(shape.size()));
  }

  @Override
  public Sweeps sweep(int rank, double tolerance, int maxSweeps, long seed) {
    device.context().enter();
    long start = System.nanoTime();
    Sweeps sweeps = search().sweeps().run(rank, tolerance, maxSweeps, seed);
    int count = sweeps.objectives().size();
    tally.add("sweep", count + 1L, 4.0 * shape.size() * rank * (count + 0.5), start);
    return sweeps;
  }

  @Override
  public Dense vectors() {
    device.context().enter();
    return search().sweeps().vectors();
  }

  @Override
  public List<ScoredAtom> round(int hyperplanes, int count, int passes, long seed) {
    device.context().enter();
    long start = System.nanoTime();
    long before = search().polish().passes();
    search().sweeps().round(hyperplanes, seed, search().polish().rounded());
    List<ScoredAtom> best = search().polish().bestRounded(hyperplanes, count, passes);
    long polish = search().polish().passes() - before;
    double flops = 2.0 * shape.size() * hyperplanes + polishFlops(best.size(), polish);
    tally.add("round", polish + 1, flops, start);
    return best;
  }

  @Override
  public List<ScoredAtom> polish(List<BitVector> atoms, int passes) {
    device.context().enter();
    long start = System.nanoTime();
    long before = search().polish().passes();
    List<ScoredAtom> polished = search().polish().polish(atoms, passes);
    long made = search().polish().passes() - before;
    tally.add("polish", made, polishFlops(atoms.size(), made), start);
    return polished;
  }

  /** Two of the passes are for scores, which take one product instead of two. */
  private double polishFlops(int count, long passes) {
    return passes < 2 ? 0 : 4.0 * shape.size() * count * (passes - 1);
  }

  @Override
  public Dense rowGram() {
    device.context().enter();
    return moments.rows();
  }

  @Override
  public double[] squaredSingularValues() {
    device.context().enter();
    Dense gram = shape.rows() <= shape.cols() ? moments.rows() : moments.cols();
    return Moments.squares(algebra.eigenvalues(gram));
  }

  @Override
  public void close() {
    device.context().enter();
    arena.close();
  }
}
