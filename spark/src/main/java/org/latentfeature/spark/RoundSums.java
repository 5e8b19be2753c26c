package org.latentfeature.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.latentfeature.linalg.Dense;
import org.latentfeature.step.CodeSums;
import org.latentfeature.step.Factorisation.Products;
import org.latentfeature.step.WorstRows;
import org.latentfeature.step.WorstRows.RowError;

/**
 * What the rows of a partition came to in a round: the message from an executor to the driver, 8(K²
 * + KD) bytes, and 12 for each row of large error.
 */
final class RoundSums implements OrderedFold.Message<RoundSums> {

  private static final long serialVersionUID = 1L;

  private final int partition;
  private final int fingerprint;
  private final TreeSet<String> backends;
  private final int k;
  private final double[] gram;
  private final double[] cross;
  private final int most;
  private final int[] worst;
  private final double[] errors;
  private final long count;
  private final double sum;
  private final double squares;
  private final long changed;

  /**
   * The message.
   *
   * @param partition number of the partition, or of the first of several
   * @param fingerprint of its rows; of several partitions, the sum
   * @param backends names of what computed the sums
   * @param sums the sums
   */
  RoundSums(int partition, int fingerprint, Set<String> backends, CodeSums sums) {
    this.partition = partition;
    this.fingerprint = fingerprint;
    this.backends = new TreeSet<>(backends);
    k = sums.products().gram().rows();
    gram = sums.products().gram().values();
    cross = sums.products().cross().values();
    WorstRows rows = sums.worst();
    most = rows.most();
    worst = rows.rows().stream().mapToInt(RowError::row).toArray();
    errors = rows.rows().stream().mapToDouble(RowError::error).toArray();
    count = rows.count();
    sum = rows.sum();
    squares = rows.squares();
    changed = sums.changed();
  }

  @Override
  public int partition() {
    return partition;
  }

  int fingerprint() {
    return fingerprint;
  }

  Set<String> backends() {
    return backends;
  }

  /** The sums. */
  CodeSums sums() {
    List<RowError> rows = new ArrayList<>();
    for (int i = 0; i < worst.length; i++) {
      rows.add(new RowError(worst[i], errors[i]));
    }
    return new CodeSums(
        new Products(Dense.wrap(k, k, gram), Dense.wrap(k, cross.length / k, cross)),
        new WorstRows(most, rows, count, sum, squares),
        changed);
  }

  @Override
  public RoundSums plus(RoundSums later) {
    Set<String> both = new TreeSet<>(backends);
    both.addAll(later.backends);
    return new RoundSums(
        partition, fingerprint + later.fingerprint, both, sums().plus(later.sums()));
  }
}
