package org.latentfeature.spark;

import org.apache.spark.broadcast.Broadcast;
import org.latentfeature.step.coding.PathModel;
import org.latentfeature.step.coding.PathObjective;
import org.latentfeature.step.coding.PathStatistics;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.fit.scale.AllRows;

/** Sums over all rows as paths. Nothing of a round is kept. */
final class PartitionedPaths implements AllRows.PathSums {

  private final PartitionedRows rows;
  private final StopSignal stop;
  private int round;

  PartitionedPaths(PartitionedRows rows, StopSignal stop) {
    this.rows = rows;
    this.stop = stop;
  }

  @Override
  public PathStatistics sum(PathObjective objective, PathModel model) {
    stop.check();
    Broadcast<PathRound> message =
        rows.spark().broadcast(new PathRound(rows.backend(), rows.firstRows(), objective, model));
    try {
      return rows.sum(
              "round %d, %d features".formatted(++round, model.features()),
              rows.blocks()
                  .mapPartitionsWithIndex(
                      (partition, blocks) -> message.value().sums(partition, blocks), true))
          .sums();
    } finally {
      message.destroy();
    }
  }

  @Override
  public void close() {
    // Holds nothing.
  }
}
