package org.latentfeature.cuda;

import java.util.Objects;
import org.latentfeature.cuda.driver.DeviceBuffer;
import org.latentfeature.cuda.driver.LaunchGrid;
import org.latentfeature.cuda.driver.Room;

/** Passes of flips that read the residual once, phase by phase. */
final class FusedFlips implements Flips {

  private final FusedPass pass;
  private final SweepBlocks phases;
  private final int segments;
  private final DeviceBuffer found;

  FusedFlips(FusedPass pass, SweepBlocks phases, DeviceBuffer found) {
    this.pass = pass;
    this.phases = phases;
    segments = segments(phases, pass.fused);
    this.found = found;
  }

  /** The best row that each block of each phase has found, with its gain, by candidate. */
  static DeviceBuffer found(Room room, SweepPlan plan, int candidates) {
    SweepBlocks phases = plan.sweeps();
    long blocks = plan.fused() == null ? 0 : plan.fused().blocks(phases.most());
    return room.longs("best rows of blocks", blocks * phases.count() * candidates);
  }

  /** As many segments of its blocks as a phase lists the best row of. */
  private static int segments(SweepBlocks phases, FusedShape fused) {
    return Math.max(1, Math.min(fused.blocks(phases.most()), LISTED / phases.count()));
  }

  /** Entries of a candidate's list; the plan has to be a fused one. */
  static int listed(SweepPlan plan) {
    SweepBlocks phases = plan.sweeps();
    return Math.multiplyExact(
        phases.count(), segments(phases, Objects.requireNonNull(plan.fused())));
  }

  @Override
  public int listed() {
    return Math.multiplyExact(phases.count(), segments);
  }

  @Override
  public void run(Atoms atoms, int count, double gain, DeviceBuffer flips, DeviceBuffer list) {
    int most = pass.fused.blocks(phases.most());
    for (int p = 0; p < phases.count(); p++) {
      int first = phases.first(p);
      int rows = phases.rowsIn(p);
      pass.launch()
          .pointer(pass.residual(first))
          .pointer(atoms.sums())
          .pointer(atoms.scores())
          .number(gain)
          .pointer(atoms.bits().from(first / LaunchGrid.LANES))
          .pointer(found.from((long) p * most * count))
          .pointer(flips)
          .pointer(pass.changes())
          .integer(first)
          .integer(rows)
          .integer(pass.shape.cols())
          .integer(count)
          .integer(pass.shape.stride())
          .integer(pass.fused.pitch())
          .integer(pass.fused.stages())
          .run(pass.kernels.of(pass.fused).flip().of(pass.fused), pass.grid(rows));
      pass.addChanges(null, rows, count, atoms.sums());
    }
    pass.device
        .launch()
        .pointer(found)
        .pointer(list)
        .integer(phases.count())
        .integer(most)
        .integer(pass.fused.blocks(phases.rowsIn(phases.count() - 1)))
        .integer(segments)
        .integer(count)
        .run(
            pass.kernels.listBest(),
            LaunchGrid.threads((long) phases.count() * segments).by(count));
  }
}
