package org.latentfeature.markov;

import java.util.List;
import java.util.stream.IntStream;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.base.random.RowOrder;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.FitMonitor;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.step.PathCoder;
import org.latentfeature.step.coding.PathModel;
import org.latentfeature.step.coding.PathObjective;
import org.latentfeature.step.coding.PathStatistics;
import org.latentfeature.step.coding.Paths;

/**
 * Batches of rows that stay in their file: a batch is some random blocks of consecutive rows, each
 * read at once, since single rows of a disk take as long.
 */
final class FileBatches implements Batches {

  /** Rows of a block. */
  static final int BLOCK = 256;

  private final Backend backend;
  private final FileRows x;
  private final PathCoder.Limits limits;
  private final FitMonitor monitor;
  private final int block;
  private final int blocks;
  private final RowOrder order;

  /**
   * Batches of {@code size} rows, or up to a block more.
   *
   * @param random draws them
   */
  FileBatches(
      Backend backend,
      FileRows x,
      PathCoder.Limits limits,
      int size,
      RandomStream random,
      FitMonitor monitor) {
    this.backend = backend;
    this.x = x;
    this.limits = limits;
    this.monitor = monitor;
    block = Math.min(BLOCK, size);
    blocks = (size + block - 1) / block;
    order = new RowOrder((x.rows() + block - 1) / block, random);
  }

  @Override
  public int rows() {
    return x.rows();
  }

  @Override
  public PathStatistics next(PathObjective objective, PathModel model) {
    int[] rows =
        IntStream.of(order.next(blocks))
            .flatMap(b -> IntStream.range(b * block, Math.min(x.rows(), (b + 1) * block)))
            .toArray();
    Rows some = monitor.time("reading", () -> x.selectRows(rows));
    try (LoadedData data = new LoadedData(backend, some);
        PathCoder coder =
            data.rows(List.of(limits), monitor.signal()).open(limits, monitor.signal())) {
      Paths paths = monitor.time("coding", () -> coder.code(objective));
      int[] all = IntStream.range(0, rows.length).toArray();
      return monitor.time("statistics", () -> coder.statistics(model, all, paths));
    }
  }
}
