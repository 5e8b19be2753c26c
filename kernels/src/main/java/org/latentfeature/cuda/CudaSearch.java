package org.latentfeature.cuda;

import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.cuda.driver.DeviceArena;
import org.latentfeature.cuda.driver.DeviceBuffer;
import org.latentfeature.cuda.driver.Measure;
import org.latentfeature.cuda.driver.Room;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.Candidates;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.UnitVectors;

/** The greedy step on a residual of its own. */
final class CudaSearch implements AtomSearch {

  private final CudaRows rows;
  private final OpenDevice device;
  private final Shape shape;
  private final StopSignal stop;
  private final DeviceArena arena;
  private final SweepPlan plan;
  private final DeviceBuffer features;
  private final DeviceBuffer residual;

  /** The residual as fused passes read it, or null if they read it as it is. */
  private final @Nullable DeviceBuffer rounded;

  private final DeviceSweeps sweeps;
  private final DevicePolish polish;
  private final DummyRow dummy;
  private double squaredNorm;

  /** All its arrays. */
  private record Memory(
      DeviceBuffer features,
      DeviceBuffer residual,
      @Nullable DeviceBuffer rounded,
      DummyRow.Memory dummy,
      BlockAscent.Memory ascent,
      DeviceBuffer changes,
      DeviceSweeps.Memory sweeps,
      DevicePolish.Memory polish) {

    static Memory in(Room room, Shape shape, Limits limits, SweepPlan plan, Gpu gpu) {
      return new Memory(
          room.floats("V", (long) limits.columns() * shape.cols()),
          // One row more, for the dummy.
          room.floats("residual", shape.size() + shape.cols()),
          plan.layout() == TileLayout.SINGLE
              ? null
              : room.shorts(
                  "rounded residual", (long) shape.rows() * plan.layout().width(shape.cols())),
          DummyRow.Memory.in(room, shape, limits.columns()),
          BlockAscent.Memory.in(room, plan.flips(), Math.max(limits.rank(), limits.candidates())),
          FusedPass.changes(
              room,
              shape,
              plan.fused(),
              plan.fusesFlips(limits.candidates())
                  ? Math.max(limits.rank(), limits.candidates())
                  : limits.rank()),
          DeviceSweeps.Memory.in(room, shape, plan, limits),
          DevicePolish.Memory.in(room, shape, plan, limits, gpu));
    }
  }

  CudaSearch(CudaRows rows, SweepPlan.Choice choice, Limits limits, StopSignal stop) {
    this.rows = rows;
    this.stop = stop;
    device = rows.device;
    shape = rows.shape;
    arena = new DeviceArena(device.context());
    try {
      plan = choice.of(shape, limits.rank(), limits.candidates(), device.gpu());
      Memory memory = Memory.in(arena, shape, limits, plan, device.gpu());
      features = memory.features();
      residual = memory.residual();
      rounded = memory.rounded();
      if (rounded != null) {
        device.transfers().clear(rounded, rounded.count()); // beyond the last column it stays so
      }
      BlockAscent ascent =
          new BlockAscent(device, shape, plan.flips(), residual, memory.ascent(), stop);
      FusedPass fused =
          plan.fused() == null
              ? null
              : new FusedPass(
                  device,
                  shape,
                  plan.fused(),
                  rounded == null ? residual : rounded,
                  memory.changes(),
                  stop);
      sweeps = new DeviceSweeps(rows, ascent, plan, fused, memory.sweeps());
      polish =
          new DevicePolish(
              rows,
              ascent,
              plan,
              plan.fusesFlips(limits.candidates()) ? fused : null,
              sweeps,
              rounded,
              memory.polish(),
              stop);
      dummy = new DummyRow(rows, memory.dummy());
    } catch (RuntimeException | Error e) {
      arena.closeAfter(e);
      throw e;
    }
  }

  static long bytesNeeded(Shape shape, Limits limits, Gpu gpu, SweepPlan.Choice choice) {
    Measure measure = new Measure();
    Memory.in(
        measure, shape, limits, choice.of(shape, limits.rank(), limits.candidates(), gpu), gpu);
    return measure.bytes();
  }

  @Override
  public int rows() {
    return shape.rows();
  }

  @Override
  public void residual(Incidence resident, Dense v) {
    device.context().enter();
    long start = System.nanoTime();
    device.transfers().sendFloats(v, features);
    CudaIncidence z = (CudaIncidence) resident;
    squaredNorm = rows.residual.subtract(rows.x, z, features, residual, rounded);
    int passes = 2 + dummy.write(z, features, residual, residual.from(shape.size()));
    sweeps.residualChanged();
    polish.residualChanged();
    rows.tally.add("residual", passes, 2.0 * shape.size() * v.rows(), start);
  }

  @Override
  public double squaredNorm() {
    return squaredNorm;
  }

  @Override
  public Dense products(Incidence resident) {
    device.context().enter();
    long start = System.nanoTime();
    CudaIncidence z = (CudaIncidence) resident;
    Dense sums = rows.columnSums.of(residual, z, 0, stop);
    rows.tally.add("residual products", 1, 2.0 * shape.size() * z.columns(), start);
    return sums;
  }

  @Override
  public UnitVectors vectors() {
    device.context().enter();
    return sweeps;
  }

  /** In groups, as {@link SweepGroups} says. */
  @Override
  public Sweeps sweep(int rank, double tolerance, int maxSweeps, long seed) {
    sweeps.start(rank, CounterRandom.stream(seed, VECTORS));
    return SweepGroups.until(
        tolerance,
        maxSweeps,
        SweepGroups.size(plan, shape.cols(), rank, device.gpu()),
        (first, count) ->
            sweeps.sweep(count, tolerance, s -> CounterRandom.stream(seed, ORDER + first + s)));
  }

  @Override
  public Dense powerStep(Dense sums) {
    device.context().enter();
    return sweeps.powerStep(sums);
  }

  @Override
  public Candidates candidates() {
    device.context().enter();
    return polish;
  }

  @Override
  public void close() {
    device.context().enter();
    arena.close();
  }
}
