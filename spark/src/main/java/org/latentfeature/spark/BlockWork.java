package org.latentfeature.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.latentfeature.backend.Backend;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.RowSum;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.Limits;
import org.latentfeature.step.Opened;
import org.latentfeature.step.Resident;
import org.latentfeature.step.ResidentRows;

/** The work of a round on one block of rows; sent to executors with the numbers that it needs. */
@FunctionalInterface
interface BlockWork extends Serializable {

  /** Answers for the rows of {@code block}. */
  RoundAnswer of(Block block);

  /** A block on an executor's backend, and its codes. */
  final class Block {

    private final RowBlock data;
    private final ResidentRows rows;
    private final Opened opened;
    private final BinaryMatrix codes;
    private final Algebra algebra;

    private Block(
        RowBlock data, ResidentRows rows, Opened opened, BinaryMatrix codes, Algebra algebra) {
      this.data = data;
      this.algebra = algebra;
      this.rows = rows;
      this.opened = opened;
      this.codes = codes;
    }

    /** The rows as Spark keeps them. */
    RowBlock data() {
      return data;
    }

    /** Number of the first row among all. */
    int first() {
      return (int) rows.first();
    }

    /** Number of rows. */
    int rows() {
      return rows.rows();
    }

    /** Number of columns. */
    int cols() {
      return rows.cols();
    }

    /** Returns the sums over the block's rows. */
    RoundAnswer sum(RowSum sum) {
      double[] sums = new double[sum.size()];
      RowSum.Adding adding = sum.begin(cols(), algebra);
      float[] row = new float[cols()];
      for (int i = 0; i < rows(); i++) {
        data.getRow(i, row);
        adding.add(row, codes.columnsOf(i), sums);
      }
      adding.end(sums);
      return RoundAnswer.of(sums);
    }

    /** Opens a step until the block is done. */
    <R extends Resident> R open(Limits<R> limits) {
      return opened.open(limits);
    }

    /** The codes of the block, K columns. */
    Incidence codes() {
      Incidence z = opened.open(new Incidence.Limits(Math.max(1, codes.cols())));
      z.replace(codes);
      return z;
    }
  }

  /**
   * The work on a partition, a task.
   *
   * @param backend name of the executors' backend
   * @param first number of the first row of the partition
   * @param z the codes of all rows
   * @return one; none of a partition without rows
   */
  default Iterator<PartitionSums<RoundAnswer>> of(
      String backend, int partition, int first, Iterator<RowBlock> blocks, BlockCodes z) {
    Backend own = ExecutorBackends.ofTask(backend);
    List<RoundAnswer> all = new ArrayList<>();
    int prints = 0;
    int next = first;
    while (blocks.hasNext()) {
      RowBlock block = blocks.next();
      int number = next;
      next += block.rows();
      if (next > z.rows()) {
        throw PartitionedRows.changed();
      }
      BinaryMatrix codes = z.rows(number, block.rows());
      all.add(ExecutorBackends.inTurn(own, () -> of(own, block, number, codes)));
      prints = 31 * prints + block.fingerprint();
    }
    int print = PartitionFacts.fingerprint(partition, prints);
    return all.stream()
        .reduce(RoundAnswer::plus)
        .map(sum -> new PartitionSums<>(partition, print, Set.of(own.info().name()), sum))
        .stream()
        .iterator();
  }

  private RoundAnswer of(Backend own, RowBlock block, int first, BinaryMatrix codes) {
    try (ResidentRows rows = Round.load(own, block.rowsOfThread(), first, StopSignal.NEVER);
        Opened opened = new Opened(rows, StopSignal.NEVER)) {
      return of(new Block(block, rows, opened, codes, own.algebra()));
    }
  }
}
