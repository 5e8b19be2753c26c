package org.latentfeature.spark;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.DataFacts;
import org.latentfeature.data.RemoteRows;
import org.latentfeature.data.RowSum;
import org.latentfeature.data.Rows;
import org.latentfeature.base.progress.StopSignal;
import scala.Tuple2;

/** Rows in partitions, as data of a fit. */
final class ClusterData extends RemoteRows {

  private final ClusterRounds rounds;
  private final PartitionedRows partitions;
  private @Nullable DataFacts facts;

  ClusterData(ClusterRounds rounds) {
    this.rounds = rounds;
    partitions = rounds.rows();
  }

  @Override
  public int rows() {
    return partitions.rows();
  }

  @Override
  public int cols() {
    return partitions.cols();
  }

  /** In one round; that all entries are known and finite was found when the rows were read. */
  @Override
  public DataFacts facts() {
    DataFacts known = facts;
    if (known == null) {
      known = read();
      facts = known;
    }
    return known;
  }

  private DataFacts read() {
    double[] squares;
    try (ClusterCodes none = new ClusterCodes(partitions)) {
      squares =
          rounds
              .ask(
                  "facts",
                  none,
                  StopSignal.NEVER,
                  block -> RoundAnswer.of(block.data().columnSquares()))
              .sums();
    }
    int cols = cols();
    boolean[] zero = new boolean[cols];
    for (int j = 0; j < cols; j++) {
      zero[j] = squares[j] == 0;
    }
    BitVector noRow = BitVector.ofWords(rows(), new long[BitVector.wordCount(rows())]);
    return new DataFacts(
        rows(),
        cols,
        size(),
        Arrays.stream(squares).sum(),
        partitions.largest(),
        null,
        null,
        noRow,
        noRow,
        BitVector.of(new boolean[cols]),
        BitVector.of(zero));
  }

  /** That of the rows whose codes a model keeps. */
  @Override
  public String hash() {
    return partitions.kept().hash();
  }

  @Override
  public Rows selectRows(int[] kept) {
    int[] wanted = IntStream.of(kept).distinct().sorted().toArray();
    Rows found = partitions.selectRows(wanted);
    return Arrays.equals(wanted, kept)
        ? found
        : found.selectRows(
            IntStream.of(kept).map(row -> Arrays.binarySearch(wanted, row)).toArray());
  }

  /** In one round. */
  @Override
  public double[] sum(StopSignal stop, BinaryMatrix z, RowSum sum) {
    try (ClusterCodes codes = new ClusterCodes(partitions)) {
      codes.replace(z);
      return rounds
          .ask("%,d sums".formatted(sum.size()), codes, stop, block -> block.sum(sum))
          .sums();
    }
  }

  /**
   * One partition after another comes to the driver, a job each; only a proof that is stopped, or
   * of more columns, asks for it.
   */
  @Override
  public void forEach(StopSignal stop, Visitor visitor) {
    Jobs.run(
        partitions.spark(),
        "reading all rows",
        () -> {
          walk(stop, visitor);
          return visitor;
        });
  }

  private void walk(StopSignal stop, Visitor visitor) {
    Iterator<Tuple2<Integer, RowBlock>> blocks =
        partitions.blocks().mapPartitionsWithIndex(ClusterData::numbered, true).toLocalIterator();
    int from = 0;
    Map<Integer, Integer> prints = new TreeMap<>();
    while (blocks.hasNext()) {
      stop.check();
      Tuple2<Integer, RowBlock> next = blocks.next();
      RowBlock block = next._2();
      if (from + block.rows() > rows()) {
        throw PartitionedRows.changed();
      }
      visitor.visit(from, RowBlock.dense(List.of(block)));
      from += block.rows();
      int print = block.fingerprint();
      prints.merge(next._1(), print, (before, last) -> 31 * before + last);
    }
    int print = 0;
    for (Map.Entry<Integer, Integer> one : prints.entrySet()) {
      print += PartitionFacts.fingerprint(one.getKey(), one.getValue());
    }
    partitions.require(print);
  }

  private static Iterator<Tuple2<Integer, RowBlock>> numbered(
      int partition, Iterator<RowBlock> blocks) {
    Iterable<RowBlock> all = () -> blocks;
    return StreamSupport.stream(all.spliterator(), false)
        .map(block -> new Tuple2<>(partition, block))
        .iterator();
  }
}
