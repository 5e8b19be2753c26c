package org.latentfeature.spark;

import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.broadcast.Broadcast;
import org.latentfeature.base.progress.StopSignal;

/** Rounds over the rows of all partitions: what a step on them asks, and the sum of the answers. */
final class ClusterRounds {

  private final PartitionedRows rows;
  private long rounds;

  ClusterRounds(PartitionedRows rows) {
    this.rows = rows;
  }

  /** The rows. */
  PartitionedRows rows() {
    return rows;
  }

  /** Number of rounds so far. */
  long count() {
    return rounds;
  }

  /**
   * A round: one job.
   *
   * @param what in Spark's pages
   * @param codes that the work is about
   */
  RoundAnswer ask(String what, ClusterCodes codes, StopSignal stop, BlockWork work) {
    stop.check();
    // What is sent to executors has no field of this.
    String backend = rows.backend();
    int[] first = rows.firstRows();
    Broadcast<BlockCodes> z = codes.sent();
    JavaRDD<PartitionSums<RoundAnswer>> answers =
        rows.blocks()
            .mapPartitionsWithIndex(
                (partition, blocks) ->
                    work.of(backend, partition, first[partition], blocks, z.value()),
                true);
    return rows.sum("round %d, %s".formatted(++rounds, what), answers);
  }
}
