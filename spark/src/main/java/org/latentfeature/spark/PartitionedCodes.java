package org.latentfeature.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.fit.scale.AllRows;
import org.latentfeature.step.CodeSums;
import org.latentfeature.step.RowCoding;

/** Codes of all rows, as a dataset that Spark keeps beside theirs. */
final class PartitionedCodes implements AllRows.Coding {

  private final PartitionedRows rows;
  private final StopSignal stop;
  private int round;
  private @Nullable JavaRDD<CodedPartition> coded;
  private int @Nullable [] retained;

  /** Whoever computes a lost partition again needs those of all rounds. */
  private final List<Broadcast<Round>> messages = new ArrayList<>();

  PartitionedCodes(PartitionedRows rows, StopSignal stop) {
    this.rows = rows;
    this.stop = stop;
  }

  @Override
  public CodeSums code(Dense w, RowCoding how) {
    stop.check();
    JavaRDD<CodedPartition> before = coded;
    JavaRDD<CodedPartition> next = next(w, how, before);
    PackedCodeSums sums =
        rows.sum(
            "round %d, %d features".formatted(++round, w.rows()), next.map(CodedPartition::sums));
    if (before != null) {
      before.unpersist(false);
    }
    coded = next;
    retained = null;
    return sums.sums();
  }

  private JavaRDD<CodedPartition> next(
      Dense w, RowCoding how, @Nullable JavaRDD<CodedPartition> before) {
    Broadcast<Round> message =
        rows.spark().broadcast(new Round(rows.backend(), rows.firstRows(), w, how, retained));
    messages.add(message);
    JavaRDD<CodedPartition> next =
        how.fresh() || before == null
            ? rows.blocks()
                .mapPartitionsWithIndex(
                    (partition, some) -> message.value().code(partition, some), true)
            : rows.blocks().zipPartitions(before, (some, last) -> message.value().code(some, last));
    return next.persist(StorageLevel.MEMORY_AND_DISK());
  }

  @Override
  public void retain(int[] kept) {
    int[] before = retained;
    retained = IntStream.of(kept).map(k -> before == null ? k : before[k]).toArray();
  }

  @Override
  public BinaryMatrix codes() {
    JavaRDD<CodedPartition> present = Objects.requireNonNull(coded, "no round before");
    SelectedRows wanted = new SelectedRows(rows.firstRows(), rows.keptNumbers());
    List<BlockCodes> found =
        Jobs.run(
            rows.spark(), "fetching codes", () -> present.mapPartitions(wanted::ofCodes).collect());
    BinaryMatrix z = BlockCodes.joined(found.stream().map(BlockCodes::toMatrix).toList());
    return retained == null ? z : z.select(retained);
  }

  @Override
  public void close() {
    if (coded != null) {
      coded.unpersist(false);
    }
    messages.forEach(Broadcast::destroy);
  }
}
