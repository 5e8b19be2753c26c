package org.latentfeature.cuda;

import java.util.function.IntToLongFunction;
import org.latentfeature.cuda.driver.DeviceBuffer;
import org.latentfeature.cuda.driver.LaunchGrid;
import org.latentfeature.cuda.driver.Room;
import org.latentfeature.linalg.Dense;
import org.latentfeature.random.CounterRandom;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.UnitVectors;

/**
 * The mixing method on the residual A (N×D), in blocks of rows. The dummy is row N: a_0 = Σ a_i, a
 * block of its own. With a_i in place of b_i = ½a_i objectives come out four times too large, which
 * the last line of a sweep undoes.
 */
final class DeviceSweeps implements UnitVectors {

  /** Hyperplanes that one thread rounds by, as in the kernel. */
  private static final int PLANES = 8;

  private final CudaRows rows;
  private final OpenDevice device;
  private final Shape shape;
  private final BlockAscent ascent;
  private final SweepBlocks blocks;
  private final DeviceBuffer residual;
  private final Memory memory;
  private final int[] order;
  private boolean prepared;
  private int rank;

  DeviceSweeps(CudaRows rows, BlockAscent ascent, Memory memory) {
    this.rows = rows;
    device = rows.device;
    shape = rows.shape;
    this.ascent = ascent;
    blocks = ascent.blocks;
    residual = ascent.residual;
    this.memory = memory;
    order = new int[blocks.count()];
  }

  /**
   * The arrays that it works in.
   *
   * @param vectors V, r×N
   * @param dummy the dummy's vector
   * @param sums S = VA with the dummy's share, r×D
   * @param powerSums the sums of vectors that move all at once, r×D
   * @param grams of the blocks, if their rows go in sequence
   * @param dummyGram ‖a_0‖²
   * @param normals of whole groups of hyperplanes, r×P
   */
  record Memory(
      DeviceBuffer vectors,
      DeviceBuffer dummy,
      DeviceBuffer sums,
      DeviceBuffer powerSums,
      DeviceBuffer grams,
      DeviceBuffer dummyGram,
      DeviceBuffer normals) {
    static Memory in(Room room, Shape shape, SweepBlocks blocks, AtomSearch.Limits limits) {
      int r = limits.rank();
      int own = blocks.most();
      return new Memory(
          room.floats("unit vectors", (long) shape.rows() * r),
          room.floats("the dummy's vector", r),
          room.floats("sums of unit vectors", (long) r * shape.cols()),
          room.floats("sums of power steps", (long) r * shape.cols()),
          room.floats("Gram matrices", blocks.sequential() ? (long) blocks.count() * own * own : 0),
          room.floats("the dummy's norm", 1),
          room.floats("hyperplanes", (long) groups(limits.hyperplanes()) * PLANES * r));
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

  /** Rows from {@code first} on, which are columns of V; the dummy's is a matrix of its own. */
  private DeviceBuffer vectorsFrom(int first) {
    return first == shape.rows() ? memory.dummy() : memory.vectors().from(first);
  }

  /** From one row of V to the next. */
  private int stride(int first) {
    return first == shape.rows() ? 1 : shape.rows();
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
    startVectors(seed);
    rows.tally.add("sweep", 1, 2.0 * shape.size() * rank, start);
  }

  @Override
  public double sweep(long seed) {
    return sweep(1, number -> seed)[0];
  }

  /**
   * The same sweep after sweep, for whose objectives the host waits once.
   *
   * @param number of sweeps, at most {@link SweepGroups#MOST}
   * @param seeds of each
   */
  double[] sweep(int number, IntToLongFunction seeds) {
    device.context().enter();
    long start = System.nanoTime();
    long size = (long) rank * shape.cols();
    for (int s = 0; s < number; s++) {
      pass(seeds.applyAsLong(s));
      rows.squaredNorms.leave(memory.sums(), size, s);
    }
    double[] objectives = rows.squaredNorms.left(number, size);
    for (int s = 0; s < number; s++) {
      objectives[s] /= 4;
      // What each took is not known: the first gets the time of all.
      rows.tally.add("sweep", 1, 4.0 * shape.size() * rank, s == 0 ? start : System.nanoTime());
    }
    return objectives;
  }

  private void pass(long seed) {
    ascent.block(
        shape.rows(), 1, rank, memory.sums(), (row, n) -> inSequence(row, n, memory.dummyGram()));
    CounterRandom.permute(seed, order);
    for (int b : order) {
      ascent.block(
          blocks.first(b),
          blocks.rowsIn(b),
          rank,
          memory.sums(),
          blocks.sequential() ? (first, n) -> inSequence(first, n, gram(b)) : this::atOnce);
    }
  }

  /** Σ u_i a_iᵀ for u_i = S a_i/‖S a_i‖: vectors that are 0 change to u_i. */
  Dense powerStep(Dense of) {
    long start = System.nanoTime();
    rank = of.rows();
    int cols = shape.cols();
    device.transfers().sendFloats(of, memory.sums());
    device.transfers().clear(memory.vectors(), (long) rank * shape.rows());
    device.transfers().clear(memory.powerSums(), (long) rank * cols);
    for (int b = 0; b < blocks.count(); b++) {
      int first = blocks.first(b);
      int count = blocks.rowsIn(b);
      ascent.products(first, count, rank, memory.sums(), this::atOnce);
      device
          .products()
          .addTimes(rank, cols, count, ascent.change, count, rowsFrom(first), memory.powerSums());
    }
    rows.tally.add("sweep", 1, 4.0 * shape.size() * rank, start);
    return Dense.wrap(rank, cols, device.transfers().floats(memory.powerSums(), rank * cols));
  }

  /** Random unit vectors and S = Σ_i v_i a_iᵀ, block by block, which keeps the sums short. */
  private void startVectors(long seed) {
    device
        .launch()
        .pointer(memory.vectors())
        .pointer(memory.dummy())
        .integer(shape.rows())
        .integer(rank)
        .size(seed)
        .size(rows.first())
        .run(device.kernels().randomVectors, LaunchGrid.threads(shape.rows() + 1L));
    device.transfers().clear(memory.sums(), (long) rank * shape.cols());
    for (int b = 0; b < blocks.count(); b++) {
      addToSums(blocks.first(b), blocks.rowsIn(b));
    }
    addToSums(shape.rows(), 1);
  }

  private void addToSums(int first, int rows) {
    device
        .products()
        .addTimes(
            rank,
            shape.cols(),
            rows,
            vectorsFrom(first),
            stride(first),
            rowsFrom(first),
            memory.sums());
  }

  private void atOnce(int first, int rows) {
    device
        .launch()
        .pointer(ascent.gradient)
        .pointer(vectorsFrom(first))
        .pointer(ascent.change)
        .integer(rows)
        .integer(rank)
        .integer(stride(first))
        .run(device.kernels().normaliseRows, LaunchGrid.threads(rows));
  }

  private void inSequence(int first, int rows, DeviceBuffer gram) {
    device
        .launch()
        .pointer(gram)
        .pointer(ascent.gradient)
        .pointer(vectorsFrom(first))
        .pointer(ascent.change)
        .integer(rows)
        .integer(rank)
        .integer(stride(first))
        .run(
            device.kernels().stepInSequence,
            LaunchGrid.blocks(1).shared(SweepBlocks.sequenceBytes(rows, rank)));
  }

  @Override
  public Dense toDense() {
    device.context().enter();
    int n = shape.rows();
    double[] v = device.transfers().floats(memory.vectors(), Math.multiplyExact(n, rank));
    double[] dummy = device.transfers().floats(memory.dummy(), rank);
    Dense vectors = new Dense(n + 1, rank);
    for (int k = 0; k < rank; k++) {
      for (int i = 0; i < n; i++) {
        vectors.set(i, k, v[k * n + i]);
      }
      vectors.set(n, k, dummy[k]);
    }
    return vectors;
  }

  @Override
  public Sums sums() {
    device.context().enter();
    int cols = shape.cols();
    return new Sums(
        Dense.wrap(rank, cols, device.transfers().floats(memory.sums(), rank * cols)),
        Dense.wrap(1, rank, device.transfers().floats(memory.dummy(), rank)),
        Dense.wrap(1, cols, device.transfers().floats(dummyRow(), cols)));
  }

  @Override
  public void resume(Sums all) {
    device.context().enter();
    device.transfers().sendFloats(all.sums(), memory.sums());
    device.transfers().sendFloats(all.dummy(), memory.dummy());
    device.transfers().sendFloats(all.total(), dummyRow());
    prepareDummy();
  }

  private static int groups(int hyperplanes) {
    return (hyperplanes + PLANES - 1) / PLANES;
  }

  /** z = 1 where a row's vector lies on the same side of a random hyperplane as the dummy's. */
  void round(int hyperplanes, long seed, DeviceBuffer columns) {
    int groups = groups(hyperplanes);
    int normals = groups * PLANES;
    device
        .launch()
        .pointer(memory.normals())
        .integer(normals)
        .integer(rank)
        .size(seed)
        .run(device.kernels().randomNormals, LaunchGrid.threads((long) normals * rank));
    device
        .launch()
        .pointer(memory.vectors())
        .pointer(memory.dummy())
        .pointer(memory.normals())
        .pointer(columns)
        .integer(shape.rows())
        .integer(rank)
        .integer(hyperplanes)
        .integer(shape.stride())
        .run(
            device.kernels().roundVectors,
            LaunchGrid.threads((long) shape.stride() * LaunchGrid.LANES).by(groups));
  }
}
