package org.latentfeature.spark;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.apache.spark.api.java.JavaRDD;
import scala.Tuple2;

/**
 * The sum over partitions, always added in their order, so that it has the same bits whichever of
 * them is done first. {@code RDD.treeReduce} adds in the order in which messages arrive.
 */
final class OrderedFold {

  /** From so many messages on, executors add them up in groups. */
  private static final int MANY = 64;

  private static final int GROUP = 16;

  private OrderedFold() {}

  /** The sum of all; empty if there are none. */
  static <S extends Addend<S>> Optional<PartitionSums<S>> of(JavaRDD<PartitionSums<S>> messages) {
    JavaRDD<PartitionSums<S>> fewer = messages;
    if (messages.getNumPartitions() >= MANY) {
      int groups = (messages.getNumPartitions() + GROUP - 1) / GROUP;
      fewer =
          messages
              .mapToPair(one -> new Tuple2<>(one.partition() / GROUP, one))
              .groupByKey(groups)
              .map(group -> sum(StreamSupport.stream(group._2().spliterator(), false).toList()));
    }
    List<PartitionSums<S>> all = fewer.collect();
    return all.isEmpty() ? Optional.empty() : Optional.of(sum(all));
  }

  private static <S extends Addend<S>> PartitionSums<S> sum(List<PartitionSums<S>> some) {
    return some.stream()
        .sorted(Comparator.comparingInt(PartitionSums::partition))
        .reduce(PartitionSums::plus)
        .orElseThrow();
  }
}
