package org.latentfeature.cuda;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a search goes through the rows.
 *
 * @param sweeps blocks of rows that sweeps take at once; in a fused sweep they are its phases
 * @param fused launch configuration of fused passes, or null where a sweep is products and the step
 *     between them
 * @param flips blocks of rows that flips by products take at once
 * @param persistent whether one launch does many fused sweeps, all of whose blocks stay on the GPU
 */
record SweepPlan(
    SweepBlocks sweeps, @Nullable FusedShape fused, SweepBlocks flips, boolean persistent) {

  /** How fused passes have the residual. */
  TileLayout layout() {
    return fused == null ? TileLayout.SINGLE : fused.layout();
  }

  /** Returns whether flips of so many candidates at once are fused too. */
  boolean fusesFlips(int candidates) {
    return fused != null && candidates <= fused.kind().vectors;
  }

  /** Chooses the plan of a search. */
  @FunctionalInterface
  interface Choice {
    /** For vectors of length {@code rank} and so many candidates on data of {@code shape}. */
    SweepPlan of(Shape shape, int rank, int candidates, Gpu gpu);

    /** Returns this choice with one launch for each phase instead of persistent sweeps. */
    default Choice launched() {
      return (shape, rank, candidates, gpu) -> {
        SweepPlan plan = of(shape, rank, candidates, gpu);
        return new SweepPlan(plan.sweeps, plan.fused, plan.flips, false);
      };
    }

    /**
     * Returns this choice, except that a plan that would read a rounded copy is replaced by the
     * cheapest one that reads none.
     */
    default Choice unrounded() {
      return (shape, rank, candidates, gpu) -> {
        SweepPlan plan = of(shape, rank, candidates, gpu);
        return plan.layout() == TileLayout.SINGLE ? plan : choose(shape, rank, candidates, gpu);
      };
    }
  }

  /** Both in the same blocks, by products. */
  static SweepPlan of(SweepBlocks blocks) {
    return new SweepPlan(blocks, null, blocks, false);
  }

  /** The cheapest that reads the residual in single precision. */
  static SweepPlan choose(Shape shape, int rank, int candidates, Gpu gpu) {
    return choose(List.of(TileLayout.SINGLE), shape, rank, candidates, gpu);
  }

  /** The cheapest that may read a rounded copy of it, too. */
  static SweepPlan chooseRounded(Shape shape, int rank, int candidates, Gpu gpu) {
    return choose(List.of(TileLayout.values()), shape, rank, candidates, gpu);
  }

  private static SweepPlan choose(
      List<TileLayout> layouts, Shape shape, int rank, int candidates, Gpu gpu) {
    SweepBlocks blocks = SweepBlocks.choose(shape, rank, gpu);
    SweepPlan best = of(blocks);
    double least = blocks.cost(shape.cols(), rank, gpu);
    for (TileLayout layout : layouts) {
      FusedShape both = FusedShape.of(layout, shape, Math.max(rank, candidates), gpu);
      FusedShape fused = both != null ? both : FusedShape.of(layout, shape, rank, gpu);
      for (long size = SweepBlocks.SEQUENTIAL;
          fused != null && size < 2L * shape.rows() && size <= 1 << 24;
          size *= 2) {
        SweepBlocks phases = new SweepBlocks(shape.rows(), (int) size, false);
        for (boolean persistent : fused.ways()) {
          double cost = fused.cost(phases, persistent, shape, rank, gpu);
          if (cost < least) {
            least = cost;
            best = new SweepPlan(phases, fused, blocks, persistent);
          }
        }
      }
    }
    return best;
  }
}
