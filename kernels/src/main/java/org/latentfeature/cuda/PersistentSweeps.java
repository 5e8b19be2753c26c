package org.latentfeature.cuda;

import java.util.function.IntToLongFunction;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.cuda.driver.DeviceBuffer;
import org.latentfeature.cuda.driver.Room;

/**
 * Sweeps that read the residual once, many of them in one launch, whose blocks wait for one another
 * after each phase: a barrier takes less time than a launch, and on small data that is all that
 * takes time.
 */
final class PersistentSweeps {

  /** Numbers that a block finds for a vector. */
  private static final int FOUND = 2;

  private final FusedPass pass;
  private final SweepBlocks phases;
  private final DeviceVectors vectors;
  private final SweepConvergence convergence;
  private final Memory memory;

  PersistentSweeps(
      FusedPass pass,
      SweepBlocks phases,
      DeviceVectors vectors,
      SweepConvergence convergence,
      Memory memory) {
    this.pass = pass;
    this.phases = phases;
    this.vectors = vectors;
    this.convergence = convergence;
    this.memory = memory;
  }

  /**
   * The arrays that it works in.
   *
   * @param found by block and vector, the squares of S and its products with the dummy's row
   * @param order of the phases of each sweep
   */
  record Memory(DeviceBuffer found, DeviceBuffer order) {
    static Memory in(Room room, SweepPlan plan, int rank) {
      SweepBlocks phases = plan.sweeps();
      FusedShape fused = plan.persistent() ? plan.fused() : null;
      long blocks = fused == null ? 0 : fused.blocks(phases.most());
      long orders = fused == null ? 0 : SweepGroups.PERSISTENT;
      return new Memory(
          room.doubles("sums of sweeps", blocks * rank * FOUND),
          room.ints("order of phases", orders * phases.count()));
    }
  }

  /**
   * Queues {@code number} sweeps, of which no more are done than the tolerance asks for; or returns
   * false where the GPU does not hold all blocks, and does nothing.
   *
   * @param sums S
   * @param gram of the dummy's row
   * @param seeds of each
   */
  boolean run(
      int number,
      double tolerance,
      IntToLongFunction seeds,
      int rank,
      DeviceBuffer sums,
      DeviceBuffer gram) {
    pass.device.transfers().send(order(number, seeds), memory.order());
    return pass.launch()
        .pointer(convergence.buffer())
        .pointer(pass.residual(0))
        .pointer(sums)
        .pointer(vectors.from(0))
        .pointer(vectors.dummy())
        .pointer(gram)
        .pointer(pass.changes())
        .pointer(memory.found())
        .pointer(memory.order())
        .number(tolerance)
        .integer(pass.shape.rows())
        .integer(pass.shape.cols())
        .integer(rank)
        .integer(vectors.stride())
        .integer(pass.fused.pitch())
        .integer(pass.fused.stages())
        .integer(phases.size())
        .integer(number)
        .runTogether(pass.kernels.sweepOn().of(pass.fused), pass.grid(phases.most()));
  }

  private int[] order(int number, IntToLongFunction seeds) {
    int[] all = new int[Math.multiplyExact(number, phases.count())];
    int[] one = new int[phases.count()];
    for (int s = 0; s < number; s++) {
      CounterRandom.permute(seeds.applyAsLong(s), one);
      System.arraycopy(one, 0, all, s * one.length, one.length);
    }
    return all;
  }
}
