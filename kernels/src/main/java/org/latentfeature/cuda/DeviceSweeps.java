package org.latentfeature.cuda;

import java.util.ArrayList;
import java.util.List;
import org.latentfeature.cuda.driver.DeviceBuffer;
import org.latentfeature.cuda.driver.LaunchGrid;
import org.latentfeature.cuda.driver.Room;
import org.latentfeature.linalg.Dense;
import org.latentfeature.random.CounterRandom;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.AtomSearch.Sweeps;

/**
 * The mixing method on the residual A (N×D), in blocks of rows. The dummy is row N: a_0 = Σ a_i, a
 * block of its own. With a_i in place of b_i = ½a_i objectives come out four times too large, which
 * the last line of a sweep undoes.
 */
final class DeviceSweeps {

  private static final long VECTORS = 1;
  private static final long ORDER = 2;

  /** Hyperplanes that one thread rounds by, as in the kernel. */
  private static final int PLANES = 8;

  private final OpenDevice device;
  private final Shape shape;
  private final BlockAscent ascent;
  private final SweepBlocks blocks;
  private final SquaredNorms squaredNorms;
  private final DeviceBuffer residual;
  private final Memory memory;
  private final int[] order;
  private boolean prepared;
  private int rank;

  DeviceSweeps(
      OpenDevice device,
      Shape shape,
      BlockAscent ascent,
      SquaredNorms squaredNorms,
      Memory memory) {
    this.device = device;
    this.shape = shape;
    this.ascent = ascent;
    blocks = ascent.blocks;
    this.squaredNorms = squaredNorms;
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
   * @param grams of the blocks, if their rows go in sequence
   * @param dummyGram ‖a_0‖²
   * @param normals of whole groups of hyperplanes, r×P
   */
  record Memory(
      DeviceBuffer vectors,
      DeviceBuffer dummy,
      DeviceBuffer sums,
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
    device.products().grams(1, 1, cols, dummyRow(), memory.dummyGram());
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

  Sweeps run(int r, double tolerance, int maxSweeps, long seed) {
    rank = r;
    prepare();
    start(CounterRandom.stream(seed, VECTORS));
    List<Double> objectives = new ArrayList<>();
    double last = 0;
    for (int sweep = 0; sweep < maxSweeps; sweep++) {
      ascent.block(
          shape.rows(), 1, rank, memory.sums(), (row, n) -> inSequence(row, n, memory.dummyGram()));
      CounterRandom.permute(CounterRandom.stream(seed, ORDER + sweep), order);
      for (int b : order) {
        ascent.block(
            blocks.first(b),
            blocks.rowsIn(b),
            rank,
            memory.sums(),
            blocks.sequential() ? (first, rows) -> inSequence(first, rows, gram(b)) : this::atOnce);
      }
      double objective = squaredNorms.of(memory.sums(), (long) rank * shape.cols()) / 4;
      objectives.add(objective);
      if (objective - last <= tolerance * objective) {
        break;
      }
      last = objective;
    }
    return new Sweeps(objectives);
  }

  /** Random unit vectors and S = Σ_i v_i a_iᵀ, block by block, which keeps the sums short. */
  private void start(long seed) {
    device
        .launch()
        .pointer(memory.vectors())
        .pointer(memory.dummy())
        .integer(shape.rows())
        .integer(rank)
        .size(seed)
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

  /** Vᵀ, with the dummy's vector as its last row. */
  Dense vectors() {
    int rows = shape.rows();
    double[] v = device.transfers().floats(memory.vectors(), Math.multiplyExact(rows, rank));
    double[] dummy = device.transfers().floats(memory.dummy(), rank);
    Dense vectors = new Dense(rows + 1, rank);
    for (int k = 0; k < rank; k++) {
      for (int i = 0; i < rows; i++) {
        vectors.set(i, k, v[k * rows + i]);
      }
      vectors.set(rows, k, dummy[k]);
    }
    return vectors;
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
