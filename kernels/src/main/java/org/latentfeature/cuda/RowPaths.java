package org.latentfeature.cuda;

import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.cuda.driver.DeviceBuffer;
import org.latentfeature.cuda.driver.LaunchGrid;
import org.latentfeature.cuda.driver.Room;
import org.latentfeature.step.coding.PathObjective;
import org.latentfeature.step.coding.PathObjective.Gain;
import org.latentfeature.step.coding.Paths;

/** Greedy paths of a tile of rows, a warp a row, from their projections on the dictionary. */
final class RowPaths {

  private final OpenDevice device;
  private final Memory memory;

  RowPaths(OpenDevice device, Memory memory) {
    this.device = device;
    this.memory = memory;
  }

  /**
   * The arrays that it works in.
   *
   * @param transposed Wᵀ, D×K
   * @param gram WWᵀ, K×K
   * @param transitions (K+1)×K
   * @param pivots λs² + ‖w_j‖², K, and then what 1 divided by them is
   * @param scratch what of the searches does not fit shared memory
   * @param lengths of the tile's paths
   * @param features of the tile's paths, each path as wide as the longest
   * @param packed the same without gaps
   */
  record Memory(
      DeviceBuffer transposed,
      DeviceBuffer gram,
      DeviceBuffer transitions,
      DeviceBuffer pivots,
      DeviceBuffer scratch,
      DeviceBuffer lengths,
      DeviceBuffer features,
      DeviceBuffer packed) {

    static Memory in(Room room, int tile, int cols, int most, Gpu gpu) {
      long places = (long) tile * Paths.LONGEST;
      return new Memory(
          room.floats("Wᵀ", (long) most * cols),
          room.floats("WWᵀ", (long) most * most),
          room.floats("transitions", (most + 1L) * most),
          room.floats("pivots", 2L * most),
          room.floats("scratch of path searches", PathShape.scratch(tile, most, gpu)),
          room.bytes("lengths of paths", tile),
          room.shorts("features of paths", places),
          room.shorts("paths", places));
    }
  }

  /** Wᵀ of the present objective, on the device. */
  DeviceBuffer transposed() {
    return memory.transposed();
  }

  /** Makes {@code objective} the one that paths are searched by. */
  void take(PathObjective objective) {
    Dense w = objective.w();
    Dense pivots = new Dense(2, w.rows());
    for (int j = 0; j < w.rows(); j++) {
      double pivot = objective.ridge() + w.rowDot(j, w, j);
      pivots.set(0, j, pivot);
      pivots.set(1, j, 1 / pivot);
    }
    device.transfers().sendFloats(w.transpose(), memory.transposed());
    device.transfers().sendFloats(objective.transitions(), memory.transitions());
    device.transfers().sendFloats(pivots, memory.pivots());
    device
        .products()
        .combinations(
            w.rows(), w.rows(), w.cols(), memory.transposed(), memory.transposed(), memory.gram());
  }

  /**
   * Searches the paths of {@code count} rows, and appends each to the empty one at its place of
   * {@code into}, from {@code at} on.
   *
   * @param objective the one taken last
   * @param projection W x of these rows
   * @param missing words of which entries of all rows are missing, or null if none is
   * @param list numbers of these rows, or null if they are {@code first} and those after it
   */
  void search(
      PathObjective objective,
      DeviceBuffer projection,
      @Nullable DeviceBuffer missing,
      @Nullable DeviceBuffer list,
      int first,
      int count,
      Paths into,
      int at) {
    int k = objective.features();
    int longest = Math.min(k, objective.longest());
    PathShape form = PathShape.of(k, longest, device.gpu().sharedBytes());
    device
        .launch()
        .pointer(projection)
        .pointer(memory.gram())
        .pointer(memory.transitions())
        .pointer(memory.pivots())
        .pointer(memory.transposed())
        .optional(missing)
        .optional(list)
        .pointer(memory.scratch())
        .pointer(memory.lengths())
        .pointer(memory.features())
        .number(1 / (2 * objective.variance()))
        .number(objective.ridge())
        .flag(objective.gain() == Gain.PAPER)
        .integer(k)
        .integer(objective.w().cols())
        .integer(longest)
        .integer(first)
        .integer(count)
        .flag(form.stateShared())
        .flag(form.factorShared())
        .run(
            device.kernels().codePaths,
            LaunchGrid.blocks(form.blocks(count, memory.scratch().count()))
                .shared(form.sharedBytes()));
    device
        .launch()
        .pointer(memory.lengths())
        .pointer(memory.features())
        .pointer(memory.packed())
        .integer(count)
        .integer(longest)
        .run(device.kernels().packPaths, LaunchGrid.threads(count));
    read(count, into, at);
  }

  private void read(int count, Paths into, int at) {
    byte[] lengths = device.transfers().bytes(memory.lengths(), count);
    int visits = 0;
    for (byte length : lengths) {
      visits += length;
    }
    short[] features = device.transfers().shorts(memory.packed(), visits);
    int next = 0;
    for (int i = 0; i < count; i++) {
      for (int n = 0; n < lengths[i]; n++) {
        into.append(at + i, features[next++]);
      }
    }
  }
}
