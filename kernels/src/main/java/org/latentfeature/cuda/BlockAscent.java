package org.latentfeature.cuda;

import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.cuda.driver.DeviceBuffer;
import org.latentfeature.cuda.driver.Room;

/**
 * The pattern that sweeps and flips share, for m vectors of length N at once: G = S A_bᵀ for a
 * block of rows, a rule that turns G into changes of the block's entries, S += Δ A_b. S = YA (m×D)
 * stays true to the entries Y (m×N) throughout. Rows of A are columns of G, Δ and Y, so that
 * threads that take a row each read side by side.
 */
final class BlockAscent {

  private final OpenDevice device;
  private final StopSignal stop;
  private final int cols;

  /** How the rows are taken. */
  final SweepBlocks blocks;

  /** A, with the dummy as one row more. */
  final DeviceBuffer residual;

  /** G, m×rows. */
  final DeviceBuffer gradient;

  /** Δ, m×rows. */
  final DeviceBuffer change;

  BlockAscent(
      OpenDevice device,
      Shape shape,
      SweepBlocks blocks,
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
    static Memory in(Room room, SweepBlocks blocks, int most) {
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
   * the step's stop signal first.
   */
  void block(int first, int rows, int m, DeviceBuffer s, Rule rule) {
    products(first, rows, m, s, rule);
    DeviceBuffer a = residual.from((long) first * cols);
    device.products().addTimes(m, cols, rows, change, rows, a, s);
  }

  /** Runs the rule on one block as {@link #block} does, but leaves the sums {@code s} unchanged. */
  void products(int first, int rows, int m, DeviceBuffer s, Rule rule) {
    stop.check();
    DeviceBuffer a = residual.from((long) first * cols);
    device.products().rowsByRows(m, rows, cols, s, a, gradient);
    rule.step(first, rows);
  }
}
