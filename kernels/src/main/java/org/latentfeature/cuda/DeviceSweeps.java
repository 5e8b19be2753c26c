package org.latentfeature.cuda;

import java.util.Arrays;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.cuda.driver.DeviceBuffer;
import org.latentfeature.cuda.driver.LaunchGrid;
import org.latentfeature.cuda.driver.Room;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.UnitVectors;

/**
 * The mixing method on the residual A (N×D), in blocks of rows. The dummy is row N: a_0 = Σ a_i, a
 * step of its own. With a_i in place of b_i = ½a_i the objective is ‖S‖²/4.
 */
final class DeviceSweeps implements UnitVectors {

  private final CudaRows rows;
  private final OpenDevice device;
  private final Shape shape;
  private final BlockAscent ascent;
  private final SweepBlocks blocks;
  private final @Nullable FusedSweeps fused;
  private @Nullable PersistentSweeps persistent;
  private final DeviceVectors vectors;
  private final SweepConvergence convergence;
  private final DeviceBuffer residual;
  private final Memory memory;
  private final int[] order;
  private boolean prepared;
  private int rank;

  DeviceSweeps(
      CudaRows rows, BlockAscent ascent, SweepPlan plan, @Nullable FusedPass fused, Memory memory) {
    this.rows = rows;
    device = rows.device;
    shape = rows.shape;
    this.ascent = ascent;
    blocks = plan.sweeps();
    residual = ascent.residual;
    this.memory = memory;
    vectors = new DeviceVectors(rows, memory.vectors());
    convergence = new SweepConvergence(device, memory.convergence());
    this.fused = fused == null ? null : new FusedSweeps(fused, vectors, memory.sums(), convergence);
    persistent =
        fused != null && plan.persistent()
            ? new PersistentSweeps(fused, blocks, vectors, convergence, memory.persistent())
            : null;
    order = new int[blocks.count()];
  }

  /**
   * The arrays that it works in.
   *
   * @param vectors V and the dummy's
   * @param sums S = VA with the dummy's share, r×D
   * @param powerSums the sums of vectors that move all at once, r×D
   * @param grams of the blocks, if their rows go in sequence
   * @param dummyGram ‖a_0‖²
   * @param convergence of fused sweeps
   * @param persistent of those that are many in one launch
   */
  record Memory(
      DeviceVectors.Memory vectors,
      DeviceBuffer sums,
      DeviceBuffer powerSums,
      DeviceBuffer grams,
      DeviceBuffer dummyGram,
      DeviceBuffer convergence,
      PersistentSweeps.Memory persistent) {
    static Memory in(Room room, Shape shape, SweepPlan plan, AtomSearch.Limits limits) {
      int r = limits.rank();
      SweepBlocks blocks = plan.sweeps();
      int own = blocks.most();
      return new Memory(
          DeviceVectors.Memory.in(room, shape, limits),
          room.floats("sums of unit vectors", (long) r * shape.cols()),
          room.floats("sums of power steps", (long) r * shape.cols()),
          room.floats("Gram matrices", blocks.sequential() ? (long) blocks.count() * own * own : 0),
          room.floats("the dummy's norm", 1),
          SweepConvergence.memory(room),
          PersistentSweeps.Memory.in(room, plan, r));
    }
  }

  /** The residual is another one, the dummy's row included. */
  void residualChanged() {
    prepared = false;
  }

  private void prepare() {
    if (prepared) {
      return;
    }
    int cols = shape.cols();
    prepareDummy();
    if (blocks.sequential()) {
      int size = blocks.most();
      int whole = shape.rows() / size;
      device.products().grams(whole, size, cols, residual, memory.grams());
      if (whole < blocks.count()) {
        device
            .products()
            .grams(1, blocks.rowsIn(whole), cols, rowsFrom(blocks.first(whole)), gram(whole));
      }
    }
    prepared = true;
  }

  private void prepareDummy() {
    device.products().grams(1, 1, shape.cols(), dummyRow(), memory.dummyGram());
  }

  private DeviceBuffer dummyRow() {
    return rowsFrom(shape.rows());
  }

  private DeviceBuffer rowsFrom(int first) {
    return residual.from((long) first * shape.cols());
  }

  private DeviceBuffer gram(int block) {
    return memory.grams().from((long) block * blocks.most() * blocks.most());
  }

  @Override
  public void start(int r, long seed) {
    device.context().enter();
    long start = System.nanoTime();
    rank = r;
    prepare();
    beginSweeps();
    startVectors(seed);
    rows.tally.add("sweep", 1, 2.0 * shape.size() * rank, start);
  }

  @Override
  public double sweep(long seed) {
    device.context().enter();
    beginSweeps();
    return sweep(1, Double.NEGATIVE_INFINITY, number -> seed)[0];
  }

  /** Only fused sweeps ask whether others have converged. */
  private void beginSweeps() {
    if (fused != null) {
      convergence.begin();
    }
  }

  /**
   * Does several sweeps, for whose objectives the host waits once.
   *
   * @param number of sweeps, at most those of a group of {@link SweepGroups}
   * @param tolerance a fused sweep that gains no more than this share of the objective is the last
   * @param seeds of each
   * @return the objectives of those that were done
   */
  double[] sweep(int number, double tolerance, IntToLongFunction seeds) {
    device.context().enter();
    long start = System.nanoTime();
    long size = (long) rank * shape.cols();
    if (persistent == null
        || !persistent.run(number, tolerance, seeds, rank, memory.sums(), memory.dummyGram())) {
      persistent = null;
      queue(number, tolerance, seeds, size);
    }
    double[] objectives =
        fused != null
            ? convergence.objectives(number)
            : Arrays.stream(rows.squaredNorms.left(number, size)).map(norm -> norm / 4).toArray();
    for (int s = 0; s < objectives.length; s++) {
      // What each took is not known: the first gets the time of all.
      rows.tally.add("sweep", 1, 4.0 * shape.size() * rank, s == 0 ? start : System.nanoTime());
    }
    return objectives;
  }

  /** A launch or more for each phase, and one for each objective. */
  private void queue(int number, double tolerance, IntToLongFunction seeds, long size) {
    for (int s = 0; s < number; s++) {
      pass(seeds.applyAsLong(s));
      if (fused != null) {
        convergence.end(memory.sums(), size, tolerance, s);
      } else {
        rows.squaredNorms.leave(memory.sums(), size, s);
      }
    }
  }

  private void pass(long seed) {
    stepDummy();
    CounterRandom.permute(seed, order);
    for (int b : order) {
      step(b);
    }
  }

  private void stepDummy() {
    device
        .launch()
        .optional(fused == null ? null : convergence.buffer())
        .pointer(dummyRow())
        .pointer(memory.dummyGram())
        .pointer(vectors.dummy())
        .pointer(memory.sums())
        .integer(shape.cols())
        .integer(rank)
        .run(
            device.kernels().stepRow,
            LaunchGrid.blocks(1).shared(Math.multiplyExact(rank, Float.BYTES)));
  }

  private void step(int block) {
    int first = blocks.first(block);
    int count = blocks.rowsIn(block);
    if (fused != null) {
      fused.step(first, count, rank);
    } else if (blocks.sequential()) {
      ascent.block(first, count, rank, memory.sums(), (row, n) -> inSequence(row, n, gram(block)));
    } else {
      ascent.block(first, count, rank, memory.sums(), this::atOnce);
    }
  }

  /** Σ u_i a_iᵀ for u_i = S a_i/‖S a_i‖: vectors that are 0 change to u_i. */
  Dense powerStep(Dense of) {
    long start = System.nanoTime();
    rank = of.rows();
    int cols = shape.cols();
    device.transfers().sendFloats(of, memory.sums());
    vectors.clear(rank);
    device.transfers().clear(memory.powerSums(), (long) rank * cols);
    SweepBlocks tiles = ascent.blocks;
    for (int b = 0; b < tiles.count(); b++) {
      int first = tiles.first(b);
      int count = tiles.rowsIn(b);
      ascent.products(first, count, rank, memory.sums(), this::atOnce);
      device
          .products()
          .addTimes(rank, cols, count, ascent.change, count, rowsFrom(first), memory.powerSums());
    }
    rows.tally.add("sweep", 1, 4.0 * shape.size() * rank, start);
    return Dense.wrap(rank, cols, device.transfers().floats(memory.powerSums(), rank * cols));
  }

  /**
   * Random unit vectors and S = Σ_i v_i a_iᵀ, block by block or tile by tile, which keeps the sums
   * short.
   */
  private void startVectors(long seed) {
    vectors.start(rank, seed);
    device.transfers().clear(memory.sums(), (long) rank * shape.cols());
    if (fused != null) {
      fused.addAll(rank);
    } else {
      for (int b = 0; b < blocks.count(); b++) {
        int first = blocks.first(b);
        addToSums(first, blocks.rowsIn(b), vectors.from(first), vectors.stride());
      }
    }
    addToSums(shape.rows(), 1, vectors.dummy(), 1);
  }

  private void addToSums(int first, int count, DeviceBuffer of, int stride) {
    device
        .products()
        .addTimes(rank, shape.cols(), count, of, stride, rowsFrom(first), memory.sums());
  }

  private void atOnce(int first, int rows) {
    device
        .launch()
        .pointer(ascent.gradient)
        .pointer(vectors.from(first))
        .pointer(ascent.change)
        .integer(rows)
        .integer(rank)
        .integer(vectors.stride())
        .run(device.kernels().normaliseRows, LaunchGrid.threads(rows));
  }

  private void inSequence(int first, int rows, DeviceBuffer gram) {
    device
        .launch()
        .pointer(gram)
        .pointer(ascent.gradient)
        .pointer(vectors.from(first))
        .pointer(ascent.change)
        .integer(rows)
        .integer(rank)
        .integer(vectors.stride())
        .run(
            device.kernels().stepInSequence,
            LaunchGrid.blocks(1).shared(SweepBlocks.sequenceBytes(rows, rank)));
  }

  @Override
  public Dense toDense() {
    device.context().enter();
    return vectors.toDense(rank);
  }

  @Override
  public Sums sums() {
    device.context().enter();
    int cols = shape.cols();
    return new Sums(
        Dense.wrap(rank, cols, device.transfers().floats(memory.sums(), rank * cols)),
        Dense.wrap(1, rank, device.transfers().floats(vectors.dummy(), rank)),
        Dense.wrap(1, cols, device.transfers().floats(dummyRow(), cols)));
  }

  @Override
  public void resume(Sums all) {
    device.context().enter();
    device.transfers().sendFloats(all.sums(), memory.sums());
    device.transfers().sendFloats(all.dummy(), vectors.dummy());
    device.transfers().sendFloats(all.total(), dummyRow());
    prepareDummy();
  }

  /** z = 1 where a row's vector lies on the same side of a random hyperplane as the dummy's. */
  void round(int hyperplanes, long seed, DeviceBuffer columns) {
    vectors.round(rank, hyperplanes, seed, columns);
  }
}
