package org.latentfeature.cuda;

import org.latentfeature.cuda.driver.Context;
import org.latentfeature.cuda.driver.DeviceBuffer;
import org.latentfeature.cuda.driver.Room;

/**
 * The pattern that sweeps and flips share, for m vectors of length N at once: G = A_b Sᵀ for a
 * block of rows, a rule that turns G into changes of the block's entries, S += Δᵀ A_b. S = YᵀA
 * (m×D) stays true to the entries Y (N×m) throughout.
 */
final class BlockAscent {

  private final Context context;
  private final int cols;
  private final DeviceBuffer residual;

  /** G, rows×m. */
  final DeviceBuffer gradient;

  /** Δ, rows×m. */
  final DeviceBuffer change;

  BlockAscent(Context context, int cols, DeviceBuffer residual, Memory memory) {
    this.context = context;
    this.cols = cols;
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

  /** One block: {@code rows} rows from {@code first} on, {@code m} vectors with sums {@code s}. */
  void block(int first, int rows, int m, DeviceBuffer s, Rule rule) {
    DeviceBuffer a = residual.from((long) first * cols);
    context.products().rowsByRows(rows, m, cols, a, s, gradient);
    rule.step(first, rows);
    context.products().addCombinations(m, cols, rows, change, a, s);
  }
}
