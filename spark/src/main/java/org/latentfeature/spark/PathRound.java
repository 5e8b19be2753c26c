package org.latentfeature.spark;

import java.io.Serializable;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.latentfeature.backend.Backend;
import org.latentfeature.step.coding.PathModel;
import org.latentfeature.step.coding.PathObjective;
import org.latentfeature.step.coding.PathStatistics;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.step.PathCoder;
import org.latentfeature.step.ResidentRows;

/**
 * One round over all rows as paths: the message from the driver to each executor, 8(2K² + KD)
 * bytes, and what a task does with it.
 */
final class PathRound implements Serializable {

  private static final long serialVersionUID = 1L;

  private final String backend;
  private final int[] firstRows;
  private final int k;
  private final double[] w;
  private final double[] transitions;
  private final double[] expectations;
  private final double variance;
  private final double ridge;
  private final PathObjective.Gain gain;
  private final int longest;
  private final int shortest;
  private final PathModel.Orders orders;

  /**
   * The message.
   *
   * @param backend name of the executors' backend
   * @param firstRows numbers of the first row of each partition
   */
  PathRound(String backend, int[] firstRows, PathObjective objective, PathModel model) {
    this.backend = backend;
    this.firstRows = firstRows;
    k = model.features();
    w = model.w().values();
    transitions = objective.transitions().values();
    expectations = model.expectations().values();
    variance = model.variance();
    ridge = model.ridge();
    gain = objective.gain();
    longest = objective.longest();
    shortest = objective.shortest();
    orders = model.orders();
  }

  private PathObjective objective() {
    return new PathObjective(
        dictionary(), Dense.wrap(k + 1, k, transitions), variance, ridge, gain, longest, shortest);
  }

  private PathModel model() {
    return new PathModel(
        dictionary(), Dense.wrap(k + 1, k + 1, expectations), variance, ridge, orders);
  }

  private Dense dictionary() {
    return Dense.wrap(k, w.length / k, w);
  }

  /**
   * Sums up the rows of a partition.
   *
   * @return one; none of a partition without rows
   */
  Iterator<PartitionSums<PackedPathSums>> sums(int partition, Iterator<RowBlock> blocks) {
    if (!blocks.hasNext()) {
      return Collections.emptyIterator();
    }
    Backend own = ExecutorBackends.ofTask(backend);
    PathStatistics sums = new PathStatistics(k, w.length / k);
    int fingerprints = 0;
    int first = firstRows[partition];
    while (blocks.hasNext()) {
      RowBlock block = blocks.next();
      int row = first;
      sums.add(ExecutorBackends.inTurn(own, () -> sums(own, block, row)));
      fingerprints = 31 * fingerprints + block.fingerprint();
      first += block.rows();
    }
    return List.of(
            new PartitionSums<>(
                partition,
                PartitionFacts.fingerprint(partition, fingerprints),
                Set.of(own.info().name()),
                new PackedPathSums(sums)))
        .iterator();
  }

  private PathStatistics sums(Backend own, RowBlock block, int first) {
    StopSignal stop = StopSignal.NEVER;
    try (ResidentRows rows = own.load(block.denseOfThread(), first, stop);
        PathCoder coder = rows.open(new PathCoder.Limits(k), stop)) {
      return coder.statistics(objective(), model());
    }
  }
}
