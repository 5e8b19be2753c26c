package org.latentfeature.spark;

import java.util.stream.IntStream;
import org.latentfeature.data.Rows;
import org.latentfeature.data.SparseRows;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.step.Moments;

/** Second moments of rows in partitions: XᵀX is a sum. */
final class ClusterMoments implements Moments {

  /** Most columns: each partition sends 8D² bytes. */
  static final int MOST_COLUMNS = 1024;

  private final ClusterRounds rounds;
  private final StopSignal stop;

  ClusterMoments(ClusterRounds rounds, StopSignal stop) {
    this.rounds = rounds;
    this.stop = stop;
  }

  @Override
  public Dense columnGram() {
    int cols = rounds.rows().cols();
    try (ClusterCodes none = new ClusterCodes(rounds.rows())) {
      return rounds
          .ask(
              "second moments",
              none,
              stop,
              block -> RoundAnswer.of(block.open(new Limits()).columnGram().values()))
          .sums(0, cols, cols);
    }
  }

  /** Asked for where there are no more rows than columns, few enough for the driver. */
  @Override
  public Dense rowGram() {
    Rows all = rounds.rows().selectRows(IntStream.range(0, rounds.rows().rows()).toArray());
    Dense x = (all instanceof SparseRows sparse ? sparse.toDense() : all.matrix()).toDense();
    return x.timesTransposed(x);
  }

  @Override
  public void close() {
    // Holds nothing.
  }
}
