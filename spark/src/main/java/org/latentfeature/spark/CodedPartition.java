package org.latentfeature.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;

/**
 * The codes of a partition's rows after a round, and the sums over them. Spark keeps it beside the
 * rows; if it is lost with its executor, Spark computes it again from theirs.
 */
final class CodedPartition implements Serializable {

  private static final long serialVersionUID = 1L;

  private final PartitionSums<PackedCodeSums> sums;
  private final List<BlockCodes> blocks;

  /**
   * A partition.
   *
   * @param codes of its blocks, in their order
   */
  CodedPartition(PartitionSums<PackedCodeSums> sums, List<BinaryMatrix> codes) {
    this.sums = sums;
    blocks = new ArrayList<>();
    codes.forEach(z -> blocks.add(new BlockCodes(z)));
  }

  PartitionSums<PackedCodeSums> sums() {
    return sums;
  }

  int rows() {
    return blocks.stream().mapToInt(BlockCodes::rows).sum();
  }

  /** The codes of the blocks, in their order. */
  Iterator<BinaryMatrix> codes() {
    return blocks.stream().map(BlockCodes::toMatrix).iterator();
  }

  /** The codes of these of its rows, from 0, ascending. */
  BlockCodes codes(int[] rows) {
    BinaryMatrix all = BlockCodes.joined(blocks.stream().map(BlockCodes::toMatrix).toList());
    List<BitVector> columns = new ArrayList<>();
    for (BitVector column : all.columns()) {
      boolean[] some = new boolean[rows.length];
      for (int i = 0; i < rows.length; i++) {
        some[i] = column.get(rows[i]);
      }
      columns.add(BitVector.of(some));
    }
    return new BlockCodes(BinaryMatrix.ofColumns(rows.length, columns));
  }
}
