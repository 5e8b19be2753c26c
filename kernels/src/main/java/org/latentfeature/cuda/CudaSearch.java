package org.latentfeature.cuda;

import java.util.List;
import org.latentfeature.cuda.driver.DeviceArena;
import org.latentfeature.cuda.driver.DeviceBuffer;
import org.latentfeature.cuda.driver.Measure;
import org.latentfeature.cuda.driver.Room;
import org.latentfeature.data.BitVector;
import org.latentfeature.linalg.Dense;
import org.latentfeature.progress.StopSignal;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.Incidence;

/** The greedy step on a residual of its own. */
final class CudaSearch implements AtomSearch {

  private final CudaRows rows;
  private final OpenDevice device;
  private final Shape shape;
  private final DeviceArena arena;
  private final DeviceBuffer features;
  private final DeviceBuffer residual;
  private final DeviceSweeps sweeps;
  private final DevicePolish polish;

  /** All its arrays. */
  private record Memory(
      DeviceBuffer features,
      DeviceBuffer residual,
      BlockAscent.Memory ascent,
      DeviceSweeps.Memory sweeps,
      DevicePolish.Memory polish) {

    static Memory in(Room room, Shape shape, Limits limits, SweepBlocks blocks) {
      return new Memory(
          room.floats("V", (long) limits.columns() * shape.cols()),
          // One row more, for the dummy.
          room.floats("residual", shape.size() + shape.cols()),
          BlockAscent.Memory.in(room, blocks, Math.max(limits.rank(), limits.candidates())),
          DeviceSweeps.Memory.in(room, shape, blocks, limits),
          DevicePolish.Memory.in(room, shape, blocks, limits));
    }
  }

  CudaSearch(CudaRows rows, SweepBlocks.Choice choice, Limits limits, StopSignal stop) {
    this.rows = rows;
    device = rows.device;
    shape = rows.shape;
    arena = new DeviceArena(device.context());
    try {
      SweepBlocks blocks = choice.of(shape, limits.rank(), device.card());
      Memory memory = Memory.in(arena, shape, limits, blocks);
      features = memory.features();
      residual = memory.residual();
      BlockAscent ascent = new BlockAscent(device, shape, blocks, residual, memory.ascent(), stop);
      sweeps = new DeviceSweeps(device, shape, ascent, rows.squaredNorms, memory.sweeps());
      polish =
          new DevicePolish(
              device, shape, ascent, rows.columnSums, rows.squaredNorms, memory.polish());
    } catch (RuntimeException | Error e) {
      arena.closeAfter(e);
      throw e;
    }
  }

  static long bytesNeeded(Shape shape, Limits limits, Card card, SweepBlocks.Choice choice) {
    Measure measure = new Measure();
    Memory.in(measure, shape, limits, choice.of(shape, limits.rank(), card));
    return measure.bytes();
  }

  @Override
  public double residual(Incidence z, Dense v) {
    device.context().enter();
    long start = System.nanoTime();
    device.transfers().sendFloats(v, features);
    double error = rows.residual.subtract(rows.x, (CudaIncidence) z, features, residual);
    sumRowsIntoDummy();
    sweeps.residualChanged();
    polish.residualChanged();
    rows.tally.add("residual", 3, 2.0 * shape.size() * v.rows(), start);
    return error;
  }

  /** a_0 = Σ a_i, the row after the last. */
  private void sumRowsIntoDummy() {
    DeviceBuffer all = polish.rounded();
    device.transfers().fill(all, shape.words());
    rows.columnSums.of(residual, all, 1, residual.from(shape.size()));
  }

  @Override
  public Sweeps sweep(int rank, double tolerance, int maxSweeps, long seed) {
    device.context().enter();
    long start = System.nanoTime();
    Sweeps run = sweeps.run(rank, tolerance, maxSweeps, seed);
    int count = run.objectives().size();
    rows.tally.add("sweep", count + 1L, 4.0 * shape.size() * rank * (count + 0.5), start);
    return run;
  }

  @Override
  public Dense vectors() {
    device.context().enter();
    return sweeps.vectors();
  }

  @Override
  public List<ScoredAtom> round(int hyperplanes, int count, int passes, long seed) {
    device.context().enter();
    long start = System.nanoTime();
    long before = polish.passes();
    sweeps.round(hyperplanes, seed, polish.rounded());
    List<ScoredAtom> best = polish.bestRounded(hyperplanes, count, passes);
    long made = polish.passes() - before;
    double flops = 2.0 * shape.size() * hyperplanes + polishFlops(best.size(), made);
    rows.tally.add("round", made + 1, flops, start);
    return best;
  }

  @Override
  public List<ScoredAtom> polish(List<BitVector> atoms, int passes) {
    device.context().enter();
    long start = System.nanoTime();
    long before = polish.passes();
    List<ScoredAtom> polished = polish.polish(atoms, passes);
    long made = polish.passes() - before;
    rows.tally.add("polish", made, polishFlops(atoms.size(), made), start);
    return polished;
  }

  /** Two of the passes are for scores, which take one product instead of two. */
  private double polishFlops(int count, long passes) {
    return passes < 2 ? 0 : 4.0 * shape.size() * count * (passes - 1);
  }

  @Override
  public void close() {
    device.context().enter();
    arena.close();
  }
}
