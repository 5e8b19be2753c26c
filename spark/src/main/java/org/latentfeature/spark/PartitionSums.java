package org.latentfeature.spark;

import java.io.Serializable;
import java.util.Set;
import java.util.TreeSet;

/**
 * The sums over the rows of a partition in a round: the message from an executor to the driver.
 *
 * @param <S> kind of sums
 */
final class PartitionSums<S extends Addend<S>> implements Serializable {

  private static final long serialVersionUID = 1L;

  private final int partition;
  private final int fingerprint;
  private final TreeSet<String> backends;
  private final S sums;

  /**
   * The message.
   *
   * @param partition number of the partition, or of the first of several
   * @param fingerprint of its rows; of several partitions, the sum
   * @param backends names of what computed the sums
   * @param sums the sums
   */
  PartitionSums(int partition, int fingerprint, Set<String> backends, S sums) {
    this.partition = partition;
    this.fingerprint = fingerprint;
    this.backends = new TreeSet<>(backends);
    this.sums = sums;
  }

  int partition() {
    return partition;
  }

  int fingerprint() {
    return fingerprint;
  }

  Set<String> backends() {
    return backends;
  }

  S sums() {
    return sums;
  }

  /** Returns these sums with those of later partitions added. */
  PartitionSums<S> plus(PartitionSums<S> later) {
    Set<String> both = new TreeSet<>(backends);
    both.addAll(later.backends);
    return new PartitionSums<>(
        partition, fingerprint + later.fingerprint, both, sums.plus(later.sums));
  }
}
