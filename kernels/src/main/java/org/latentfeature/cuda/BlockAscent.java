package org.latentfeature.cuda;

import org.latentfeature.backend.StopSignal;
import org.latentfeature.cuda.driver.DeviceBuffer;
import org.latentfeature.cuda.driver.Room;

/**
 * The pattern that sweeps and flips share, for m vectors of length N at once: G = A_b Sᵀ for a
 * block of rows, a rule that turns G into changes of the block's entries, S += Δᵀ A_b. S = YᵀA
 * (m×D) stays true to the entries Y (N×m) throughout.
 */
final class BlockAscent {

  private final OpenDevice device;
  private final StopSignal stop;
  private final int cols;

  /** How the rows are taken. */
  final RowBlocks blocks;

  /** A, with the dummy as one row more. */
  final DeviceBuffer residual;

  /** G, rows×m. */
  final DeviceBuffer gradient;

  /** Δ, rows×m. */
  final DeviceBuffer change;

  BlockAscent(
      OpenDevice device,
      Shape shape,
      RowBlocks blocks,
      DeviceBuffer residual,
      Memory memory,
      StopSignal stop) {
    this.device = device;
    this.stop = stop;
    cols = shape.cols();
    this.blocks = blocks;
    this.residual = residual;
    gradient = memory.gradient();
    change = memory.change();
  }

  /** The arrays that it works in. */
  record Memory(DeviceBuffer gradient, DeviceBuffer change) {
    static Memory in(Room room, RowBlocks blocks, int most) {
      long size = (long) blocks.most() * most;
      return new Memory(
          room.floats("gradient of a block", size), room.floats("change of a block", size));
    }
  }

  /** Changes the entries of a block of rows by what G says, and writes Δ. */
  @FunctionalInterface
  interface Rule {
    void step(int first, int rows);
  }

  /**
   * One block: {@code rows} rows from {@code first} on, {@code m} vectors with sums {@code s}. Asks
   * the session's stop signal first.
   */
  void block(int first, int rows, int m, DeviceBuffer s, Rule rule) {
    stop.check();
    DeviceBuffer a = residual.from((long) first * cols);
    device.products().rowsByRows(rows, m, cols, a, s, gradient);
    rule.step(first, rows);
    device.products().addCombinations(m, cols, rows, change, a, s);
  }
}
