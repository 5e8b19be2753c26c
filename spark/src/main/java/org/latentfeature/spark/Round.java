package org.latentfeature.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Rows;
import org.latentfeature.data.SparseRows;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.step.CodeSums;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.Opened;
import org.latentfeature.step.ResidentRows;
import org.latentfeature.step.RowCoding;
import org.latentfeature.step.WorstRows;
import org.latentfeature.step.WorstRows.RowError;

/**
 * One round over all rows: the message from the driver to each executor, 8KD bytes, and what a task
 * does with it.
 */
final class Round implements Serializable {

  private static final long serialVersionUID = 1L;

  private final String backend;
  private final int[] firstRows;
  private final int k;
  private final double[] w;
  private final boolean isFresh;
  private final int exactColumns;
  private final int restarts;
  private final long seed;
  private final int worst;
  private final int @Nullable [] kept;

  /**
   * The message.
   *
   * @param backend name of the executors' backend
   * @param firstRows numbers of the first row of each partition
   * @param w dictionary, K×D
   * @param kept features of the last round's codes from which this one goes on; null for all
   */
  Round(String backend, int[] firstRows, Dense w, RowCoding how, int @Nullable [] kept) {
    this.backend = backend;
    this.firstRows = firstRows;
    k = w.rows();
    this.w = w.values();
    isFresh = how.fresh();
    exactColumns = how.exactColumns();
    restarts = how.restarts();
    seed = how.seed();
    worst = how.worst();
    this.kept = kept;
  }

  /**
   * Codes the rows of a partition anew.
   *
   * @return one; none of a partition without rows
   */
  Iterator<CodedPartition> code(int partition, Iterator<RowBlock> blocks) {
    return code(partition, blocks, Collections.emptyIterator());
  }

  /**
   * Codes the rows of a partition, starting from the codes of the last round.
   *
   * @param before one; none of a partition without rows
   */
  Iterator<CodedPartition> code(Iterator<RowBlock> blocks, Iterator<CodedPartition> before) {
    if (!before.hasNext()) {
      return Collections.emptyIterator();
    }
    CodedPartition last = before.next();
    return code(last.sums().partition(), blocks, last.codes());
  }

  private Iterator<CodedPartition> code(
      int partition, Iterator<RowBlock> blocks, Iterator<BinaryMatrix> last) {
    Backend own = ExecutorBackends.ofTask(backend);
    List<BinaryMatrix> codes = new ArrayList<>();
    CodeSums sums = null;
    int fingerprints = 0;
    int first = firstRows[partition];
    while (blocks.hasNext()) {
      RowBlock block = blocks.next();
      BinaryMatrix from = isFresh ? BinaryMatrix.empty(block.rows()) : retained(last.next());
      int row = first;
      CodeSums some = ExecutorBackends.inTurn(own, () -> code(own, block, row, from, codes));
      sums = sums == null ? some : sums.plus(some);
      fingerprints = 31 * fingerprints + block.fingerprint();
      first += block.rows();
    }
    if (sums == null) {
      return Collections.emptyIterator();
    }
    int fingerprint = PartitionFacts.fingerprint(partition, fingerprints);
    Set<String> used = Set.of(own.info().name());
    PartitionSums<PackedCodeSums> message =
        new PartitionSums<>(partition, fingerprint, used, new PackedCodeSums(sums));
    return List.of(new CodedPartition(message, codes)).iterator();
  }

  private BinaryMatrix retained(BinaryMatrix z) {
    return kept == null ? z : z.select(kept);
  }

  private CodeSums code(
      Backend own, RowBlock block, int first, BinaryMatrix from, List<BinaryMatrix> codes) {
    StopSignal stop = StopSignal.NEVER;
    try (ResidentRows rows = load(own, block.rowsOfThread(), first, stop);
        Opened opened = new Opened(rows, stop)) {
      Incidence z = opened.open(new Incidence.Limits(k));
      if (!isFresh) {
        z.replace(from);
      }
      CodeSums sums =
          opened.open(new Factorisation.Limits(k)).code(z, Dense.wrap(k, w.length / k, w), how());
      codes.add(z.toMatrix());
      return new CodeSums(
          sums.products(), from(first, sums.worst()), sums.changed(), sums.proven());
    }
  }

  private RowCoding how() {
    return new RowCoding(isFresh, exactColumns, restarts, seed, worst, null);
  }

  /** Loads a block whose first row is number {@code first}. */
  static ResidentRows load(Backend own, Rows x, int first, StopSignal stop) {
    return x instanceof SparseRows sparse
        ? own.sparse().load(sparse, first, stop)
        : own.load(x.matrix(), first, stop);
  }

  private static WorstRows from(int first, WorstRows errors) {
    List<RowError> rows =
        errors.rows().stream().map(row -> new RowError(first + row.row(), row.error())).toList();
    return new WorstRows(errors.most(), rows, errors.count(), errors.sum(), errors.squares());
  }
}
