package org.latentfeature.spark;

import java.util.List;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.RemoteRows;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.step.Limits;
import org.latentfeature.step.ResidentRows;

/** The executors as one backend, whose rows are those of a dataset; K×K algebra is the driver's. */
final class ClusterBackend implements Backend {

  private final Backend driver;
  private final ClusterRounds rounds;

  /** Over the rows of {@code rounds}; {@code driver} is its owner's. */
  ClusterBackend(Backend driver, ClusterRounds rounds) {
    this.driver = driver;
    this.rounds = rounds;
  }

  /** The driver's, which executors have too unless they lack it. */
  @Override
  public BackendInfo info() {
    BackendInfo own = driver.info();
    int partitions = rounds.rows().blocks().getNumPartitions();
    return new BackendInfo(
        own.name(), "%d partitions of Spark".formatted(partitions), own.threads(), own.versions());
  }

  @Override
  public boolean offers(Limits<?> limits) {
    return ClusterRows.offers(limits, rounds.rows().cols());
  }

  /**
   * Returns 0 for this machine's memory: executors take a block at a time, and refuse it
   * themselves.
   */
  @Override
  public long bytesNeeded(int rows, int cols, List<? extends Limits<?>> opened) {
    return 0;
  }

  @Override
  public long bytesAvailable() {
    return driver.bytesAvailable();
  }

  @Override
  public ResidentRows load(Matrix x, long first, StopSignal stop) {
    return driver.load(x, first, stop);
  }

  @Override
  public ResidentRows load(RemoteRows x, StopSignal stop) {
    return new ClusterRows(rounds, (ClusterData) x);
  }

  @Override
  public Algebra algebra() {
    return driver.algebra();
  }

  /** The driver's backend is its owner's. */
  @Override
  public void close() {
    // Holds nothing.
  }
}
