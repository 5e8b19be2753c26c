package org.latentfeature.spark;

import java.io.Serializable;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;

/** The facts about a partition that a fit must know before its first round. */
final class PartitionFacts implements Serializable {

  private static final long serialVersionUID = 1L;

  private final int partition;
  private long rows;
  private int cols;
  private long known;
  private float largest;
  private double squares;
  private boolean isSparse = true;
  private int blocks;

  private PartitionFacts(int partition) {
    this.partition = partition;
  }

  /**
   * Reads all rows, which Spark then keeps, and returns the facts about each partition that has
   * rows, in their order.
   */
  static List<PartitionFacts> of(JavaRDD<RowBlock> blocks) {
    return blocks.mapPartitionsWithIndex(PartitionFacts::read, true).collect();
  }

  private static Iterator<PartitionFacts> read(int partition, Iterator<RowBlock> blocks) {
    PartitionFacts facts = new PartitionFacts(partition);
    while (blocks.hasNext()) {
      facts.add(blocks.next());
    }
    return facts.rows == 0 ? Collections.emptyIterator() : List.of(facts).iterator();
  }

  private void add(RowBlock block) {
    rows += block.rows();
    cols = block.cols();
    known += block.known();
    largest = Math.max(largest, block.largest());
    squares += block.squares();
    isSparse &= block.isSparse();
    blocks = 31 * blocks + block.fingerprint();
  }

  int partition() {
    return partition;
  }

  long rows() {
    return rows;
  }

  int cols() {
    return cols;
  }

  float largest() {
    return largest;
  }

  /** Number of known entries. */
  long known() {
    return known;
  }

  /** Sum of their squares. */
  double squares() {
    return squares;
  }

  boolean isSparse() {
    return isSparse;
  }

  int fingerprint() {
    return fingerprint(partition, blocks);
  }

  /**
   * Returns the fingerprint of the rows of a partition: a sum over partitions shows whether rows
   * have changed their places.
   *
   * @param blocks of the blocks, one after another
   */
  static int fingerprint(int partition, int blocks) {
    return (31 * partition + 1) * blocks;
  }
}
