package org.latentfeature.cuda;

import org.latentfeature.cuda.driver.DeviceBuffer;
import org.latentfeature.cuda.driver.LaunchGrid;
import org.latentfeature.cuda.driver.Room;

/** Flips by products, block by block. */
final class BlockFlips implements Flips {

  private final OpenDevice device;
  private final Shape shape;
  private final BlockAscent ascent;
  private final SweepBlocks blocks;
  private final DeviceBuffer rowNorms;
  private boolean prepared;

  BlockFlips(OpenDevice device, Shape shape, BlockAscent ascent, DeviceBuffer rowNorms) {
    this.device = device;
    this.shape = shape;
    this.ascent = ascent;
    this.rowNorms = rowNorms;
    blocks = ascent.blocks;
  }

  /** ‖a_i‖². */
  static DeviceBuffer rowNorms(Room room, int rows) {
    return room.floats("row norms", rows);
  }

  private static int segments(SweepBlocks blocks) {
    int warps = (blocks.most() + LaunchGrid.LANES - 1) / LaunchGrid.LANES;
    return Math.max(1, Math.min(warps, LISTED / blocks.count()));
  }

  /** Rows of a segment. */
  static int segment(SweepBlocks blocks) {
    return (blocks.most() + segments(blocks) - 1) / segments(blocks);
  }

  static int listed(SweepBlocks blocks) {
    return Math.multiplyExact(segments(blocks), blocks.count());
  }

  @Override
  public int listed() {
    return listed(blocks);
  }

  /** The residual is another one. */
  void residualChanged() {
    prepared = false;
  }

  @Override
  public void run(Atoms atoms, int count, double gain, DeviceBuffer flips, DeviceBuffer list) {
    prepare();
    for (int b = 0; b < blocks.count(); b++) {
      int block = b;
      ascent.block(
          blocks.first(b),
          blocks.rowsIn(b),
          count,
          atoms.sums(),
          (first, n) -> {
            flipAtOnce(atoms, count, first, n, gain, flips);
            listBest(atoms, count, block, n, gain, list);
          });
    }
  }

  /**
   * Flips rows block by block as {@link #run} does, but leaves the sums unchanged and lists no row.
   */
  void nearest(Atoms atoms, int count, double gain, DeviceBuffer flips) {
    for (int b = 0; b < blocks.count(); b++) {
      ascent.products(
          blocks.first(b),
          blocks.rowsIn(b),
          count,
          atoms.sums(),
          (first, n) -> flipAtOnce(atoms, count, first, n, gain, flips));
    }
  }

  private void prepare() {
    if (!prepared) {
      device
          .launch()
          .pointer(ascent.residual)
          .integer(shape.rows())
          .integer(shape.cols())
          .pointer(rowNorms)
          .run(device.kernels().squaredRowNorms, LaunchGrid.warps(shape.rows()));
      prepared = true;
    }
  }

  private void flipAtOnce(
      Atoms atoms, int count, int first, int n, double gain, DeviceBuffer flips) {
    device
        .launch()
        .pointer(ascent.gradient)
        .pointer(atoms.scores())
        .number(gain)
        .pointer(atoms.bits())
        .pointer(ascent.change)
        .pointer(flips)
        .integer(first)
        .integer(n)
        .integer(shape.stride())
        .run(device.kernels().flipRows, LaunchGrid.threads(n).by(count));
  }

  private void listBest(Atoms atoms, int count, int block, int n, double gain, DeviceBuffer list) {
    device
        .launch()
        .pointer(ascent.gradient)
        .pointer(rowNorms)
        .pointer(atoms.scores())
        .number(gain)
        .pointer(atoms.bits())
        .pointer(list)
        .integer(blocks.first(block))
        .integer(n)
        .integer(shape.stride())
        .integer(segment(blocks))
        .integer(listed(blocks))
        .integer(block * segments(blocks))
        .run(
            device.kernels().bestFlips,
            LaunchGrid.blocks(segments(blocks)).by(count).over(segment(blocks)));
  }
}
