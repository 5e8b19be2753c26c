package org.latentfeature.spark;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Row numbers of which each partition finds its own. */
final class SelectedRows implements Serializable {

  private static final long serialVersionUID = 1L;

  private final int[] firstRows;
  private final int[] numbers;

  /**
   * Some rows.
   *
   * @param firstRows numbers of the first row of each partition
   * @param numbers ascending
   */
  SelectedRows(int[] firstRows, int[] numbers) {
    this.firstRows = firstRows;
    this.numbers = numbers;
  }

  /** Copies of those among the blocks of a partition, one block for each that has any. */
  Iterator<RowBlock> of(int partition, Iterator<RowBlock> blocks) {
    int[] next = {firstRows[partition]};
    Iterable<RowBlock> all = () -> blocks;
    return StreamSupport.stream(all.spliterator(), false)
        .flatMap(
            block -> {
              int[] some = within(next[0], block.rows());
              next[0] += block.rows();
              return some.length == 0 ? Stream.empty() : Stream.of(block.select(some));
            })
        .iterator();
  }

  /** The codes of those in a partition. */
  Iterator<BlockCodes> ofCodes(Iterator<CodedPartition> coded) {
    Iterable<CodedPartition> all = () -> coded;
    return StreamSupport.stream(all.spliterator(), false)
        .map(one -> one.codes(within(firstRows[one.sums().partition()], one.rows())))
        .iterator();
  }

  /** The numbers from {@code first} on of {@code count} rows, less {@code first}. */
  private int[] within(int first, int count) {
    int from = place(first);
    int to = place(first + count);
    return IntStream.range(from, to).map(i -> numbers[i] - first).toArray();
  }

  private int place(int number) {
    int at = Arrays.binarySearch(numbers, number);
    return at < 0 ? -at - 1 : at;
  }
}
