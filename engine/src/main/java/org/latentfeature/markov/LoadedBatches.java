package org.latentfeature.markov;

import org.latentfeature.base.random.RowOrder;
import org.latentfeature.fit.FitMonitor;
import org.latentfeature.step.PathCoder;
import org.latentfeature.step.coding.PathModel;
import org.latentfeature.step.coding.PathObjective;
import org.latentfeature.step.coding.PathStatistics;
import org.latentfeature.step.coding.Paths;

/**
 * Batches of single rows that are loaded.
 *
 * @param coder of all rows
 * @param order draws the rows
 * @param size rows of a batch
 * @param monitor keeps the time
 */
record LoadedBatches(PathCoder coder, RowOrder order, int size, FitMonitor monitor)
    implements Batches {

  @Override
  public int rows() {
    return coder.rows();
  }

  @Override
  public PathStatistics next(PathObjective objective, PathModel model) {
    int[] rows = order.next(size);
    Paths paths = monitor.time("coding", () -> coder.code(objective, rows));
    return monitor.time("statistics", () -> coder.statistics(model, rows, paths));
  }
}
