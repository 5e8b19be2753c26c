package org.latentfeature.cuda;

import org.jspecify.annotations.Nullable;
import org.latentfeature.cuda.driver.DeviceBuffer;
import org.latentfeature.cuda.driver.LaunchGrid;
import org.latentfeature.cuda.driver.Room;
import org.latentfeature.step.coding.PathModel;
import org.latentfeature.step.coding.PathModel.Orders;
import org.latentfeature.step.coding.Paths;

/**
 * Computes the posterior figures of the paths of a tile of rows, one warp per row, in double
 * precision.
 */
final class PathPosteriors {

  /** Worth, log-likelihood, squared error, its expectation, known entries, whether it is empty. */
  static final int FIGURES = 6;

  private final OpenDevice device;
  private final Memory memory;
  private final int tile;
  private PosteriorShape form = new PosteriorShape(1);

  /** Creates the posteriors of up to {@code tile} rows at once. */
  PathPosteriors(OpenDevice device, Memory memory, int tile) {
    this.device = device;
    this.memory = memory;
    this.tile = tile;
  }

  /** Lengths and features of paths, each path as wide as the longest. */
  record Given(DeviceBuffer lengths, DeviceBuffer features) {

    private static Given in(Room room, String what, int tile) {
      return new Given(
          room.bytes("lengths of %s paths".formatted(what), tile),
          room.shorts("features of %s paths".formatted(what), (long) tile * Paths.LONGEST));
    }
  }

  /**
   * The arrays that it works in.
   *
   * @param w K×D
   * @param gram WWᵀ, K×K, its lower triangle
   * @param expectations (K+1)×(K+1)
   * @param found paths
   * @param old paths
   * @param better paths; place a of row i is at a {@code tile} + i
   * @param kept whether a row keeps its old path, + 2 where all orders count
   * @param figures of rows, one figure after another
   * @param records of rows
   * @param scratch of the warps
   */
  record Memory(
      DeviceBuffer w,
      DeviceBuffer gram,
      DeviceBuffer expectations,
      Given found,
      Given old,
      Given better,
      DeviceBuffer kept,
      DeviceBuffer figures,
      DeviceBuffer records,
      DeviceBuffer scratch) {

    static Memory in(Room room, int tile, int cols, int most, Gpu gpu) {
      PosteriorShape widest = new PosteriorShape(Math.min(most, Paths.LONGEST));
      return new Memory(
          room.doubles("W", (long) most * cols),
          room.doubles("WWᵀ in double precision", (long) most * most),
          room.doubles("E ln θ", (most + 1L) * (most + 1L)),
          Given.in(room, "found", tile),
          Given.in(room, "old", tile),
          Given.in(room, "better", tile),
          room.bytes("which paths are kept", tile),
          room.doubles("figures of rows", (long) FIGURES * tile),
          room.doubles("posteriors of rows", widest.records(tile)),
          room.doubles("scratch of posteriors", widest.scratch(tile, gpu)));
    }
  }

  Memory memory() {
    return memory;
  }

  /** Entries from one figure, or place of the better paths, to the next. */
  int pitch() {
    return tile;
  }

  /** The shape of what is written of rows. */
  PosteriorShape form() {
    return form;
  }

  /** Makes {@code model} the one that paths are weighed by, none longer than {@code longest}. */
  void take(PathModel model, int longest) {
    form = new PosteriorShape(Math.max(1, longest));
    int k = model.features();
    device.transfers().send(model.w().values(), memory.w());
    device.transfers().send(model.expectations().values(), memory.expectations());
    device.products().addRowGram(k, model.w().cols(), memory.w(), false, memory.gram());
  }

  /** Most rows that are weighed at once where records are kept. */
  int most() {
    return (int) Math.min(tile, memory.records().count() / form.record());
  }

  /**
   * Weighs the paths of {@code rows}, which stand at their places of {@code found} and {@code old}.
   *
   * @param model the one taken last
   * @param recording whether records and figures but the worth are kept
   */
  void weigh(PathModel model, RowTile rows, Paths found, @Nullable Paths old, boolean recording) {
    send(found, rows, memory.found());
    if (old != null) {
      send(old, rows, memory.old());
    }
    device
        .launch()
        .pointer(rows.x())
        .optional(rows.missing())
        .optional(rows.list())
        .pointer(memory.w())
        .pointer(memory.gram())
        .pointer(memory.expectations())
        .pointer(memory.found().lengths())
        .pointer(memory.found().features())
        .optional(old == null ? null : memory.old().lengths())
        .optional(old == null ? null : memory.old().features())
        .pointer(memory.scratch())
        .pointer(memory.figures())
        .pointer(memory.kept())
        .optional(recording ? memory.records() : null)
        .pointer(memory.better().lengths())
        .pointer(memory.better().features())
        .number(model.variance())
        .number(model.ridge())
        .integer(model.features())
        .integer(model.w().cols())
        .flag(model.orders() == Orders.ALL)
        .integer(form.longest())
        .integer(rows.first())
        .integer(rows.count())
        .integer(tile)
        .run(
            device.kernels().weighPaths,
            LaunchGrid.blocks(form.blocks(rows.count(), memory.scratch().count())));
  }

  private void send(Paths paths, RowTile rows, Given into) {
    int longest = form.longest();
    byte[] lengths = new byte[rows.count()];
    short[] features = new short[Math.multiplyExact(rows.count(), longest)];
    for (int i = 0; i < lengths.length; i++) {
      lengths[i] = (byte) paths.length(rows.at() + i);
      for (int a = 0; a < lengths[i]; a++) {
        features[i * longest + a] = (short) paths.feature(rows.at() + i, a);
      }
    }
    device.transfers().send(lengths, into.lengths());
    device.transfers().send(features, into.features());
  }

  /** Puts the better paths of the rows that were weighed at their places of {@code into}. */
  void better(RowTile rows, Paths found, Paths old, Paths into) {
    byte[] kept = device.transfers().bytes(memory.kept(), rows.count());
    for (int i = rows.at(); i < rows.at() + rows.count(); i++) {
      into.set(i, (kept[i - rows.at()] & 1) == 0 ? found : old, i);
    }
  }

  /** Puts what the rows that were weighed are worth at their places of {@code into}. */
  void worth(RowTile rows, double[] into) {
    double[] worth = device.transfers().doubles(memory.figures(), rows.count());
    System.arraycopy(worth, 0, into, rows.at(), worth.length);
  }
}
