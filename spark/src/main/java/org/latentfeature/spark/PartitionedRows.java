package org.latentfeature.spark;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.storage.StorageLevel;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Rows;
import org.latentfeature.linalg.Dense;
import org.latentfeature.progress.StopSignal;
import org.latentfeature.random.RandomStream;
import org.latentfeature.scale.AllRows;
import org.latentfeature.step.CodeSums;
import org.latentfeature.step.RowCoding;

/**
 * The rows of a dataset, kept by Spark as {@linkplain RowBlock blocks}. A row's number is its place
 * in the order of partitions and of their rows, which must be the same whenever Spark computes a
 * partition again; a fit ends with a message where it is not.
 */
final class PartitionedRows implements AllRows, AutoCloseable {

  /** The most rows whose codes a model keeps, and their most bytes as dense floats. */
  private static final int MOST_KEPT = 10_000;

  private static final long MOST_BYTES = 1L << 26;

  private static final Logger LOG = System.getLogger(PartitionedRows.class.getName());

  private final JavaSparkContext spark;
  private final JavaRDD<RowBlock> blocks;
  private final String backend;
  private final int k;
  private final long seed;
  private final boolean allowsSparse;
  private final List<PartitionFacts> facts;
  private final int[] firstRows;
  private final int rows;
  private final int fingerprint;
  private @Nullable Rows kept;
  private boolean isTold;

  /**
   * Reads and keeps the rows of {@code dataset}.
   *
   * @param column with the entries of a row
   * @param backend name of that of the executors
   * @param k number of features; a model keeps the codes of as many rows at least
   * @param seed of the choice of the rows whose codes a model keeps
   * @param allowsSparse whether samples may be sparse rows
   * @throws DataException naming the partition and the row of what no fit takes, or if there are no
   *     rows or too many
   */
  PartitionedRows(
      Dataset<?> dataset,
      VectorColumn column,
      String backend,
      int k,
      long seed,
      boolean allowsSparse) {
    spark = JavaSparkContext.fromSparkContext(dataset.sparkSession().sparkContext());
    this.backend = backend;
    this.k = k;
    this.seed = seed;
    this.allowsSparse = allowsSparse;
    Dataset<Row> vectors = dataset.toDF().select(column.vectors());
    blocks =
        vectors
            .javaRDD()
            .mapPartitionsWithIndex(VectorBlocks::complete, true)
            .persist(StorageLevel.MEMORY_AND_DISK());
    try {
      facts = Jobs.run(spark, "reading rows", () -> PartitionFacts.of(blocks));
      long count = checkedCount();
      rows = (int) count;
      firstRows = firstRows();
      fingerprint = fingerprint();
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  private long checkedCount() {
    long count = 0;
    for (PartitionFacts one : facts) {
      if (one.cols() != cols()) {
        throw new DataException(
            "rows of partition %,d have %,d entries, those of partition %,d have %,d; all vectors must have one length"
                .formatted(
                    one.partition(), one.cols(), facts.get(0).partition(), facts.get(0).cols()));
      }
      count += one.rows();
    }
    if (count == 0) {
      throw new DataException("the dataset has no rows; there is nothing to fit");
    }
    if (count > Integer.MAX_VALUE) {
      throw new DataException(
          "the dataset has %,d rows, above the limit of %,d; fit a sample of them (Dataset.sample)"
              .formatted(count, Integer.MAX_VALUE));
    }
    return count;
  }

  private int[] firstRows() {
    int[] first = new int[blocks.getNumPartitions()];
    int next = 0;
    for (PartitionFacts one : facts) {
      first[one.partition()] = next;
      next += (int) one.rows();
    }
    return first;
  }

  private int fingerprint() {
    return facts.stream().mapToInt(PartitionFacts::fingerprint).sum();
  }

  @Override
  public int rows() {
    return rows;
  }

  @Override
  public int cols() {
    return facts.get(0).cols();
  }

  @Override
  public float largest() {
    return (float) facts.stream().mapToDouble(PartitionFacts::largest).max().orElseThrow();
  }

  @Override
  public Rows selectRows(int[] numbers) {
    return Jobs.run(spark, "fetching %,d rows".formatted(numbers.length), () -> select(numbers));
  }

  private Rows select(int[] numbers) {
    SelectedRows wanted = new SelectedRows(firstRows, numbers);
    List<RowBlock> found = blocks.mapPartitionsWithIndex(wanted::of, true).collect();
    return isSparse() ? RowBlock.sparse(found) : RowBlock.dense(found);
  }

  /** Whether samples are sparse rows: if all rows are, and the estimator takes them. */
  private boolean isSparse() {
    return allowsSparse && facts.stream().allMatch(PartitionFacts::isSparse);
  }

  /** A sample of the rows if they are more than one machine's worth. */
  @Override
  public synchronized Rows kept() {
    Rows known = kept;
    if (known == null) {
      known = selectRows(keptNumbers());
      kept = known;
    }
    return known;
  }

  /** Numbers of the {@link #kept} rows, ascending. */
  int[] keptNumbers() {
    long most = Math.max(k, Math.min(MOST_KEPT, MOST_BYTES / Float.BYTES / cols()));
    if (rows <= most) {
      return IntStream.range(0, rows).toArray();
    }
    RandomStream random = new RandomStream(seed, "rows whose codes a model keeps");
    return IntStream.generate(() -> random.nextInt(rows)).distinct().limit(most).sorted().toArray();
  }

  @Override
  public Coding open(int k, StopSignal stop) {
    return new PartitionedCodes(stop);
  }

  /** Runs jobs. */
  JavaSparkContext spark() {
    return spark;
  }

  /** The rows, kept by Spark. */
  JavaRDD<RowBlock> blocks() {
    return blocks;
  }

  /** Name of the executors' backend. */
  String backend() {
    return backend;
  }

  /** Numbers of the first row of each partition. */
  int[] firstOfPartitions() {
    return firstRows;
  }

  /**
   * Checks what all partitions together say of a round.
   *
   * @param of the rows that they read
   * @param backends that they used
   * @throws DataException if the rows have changed
   */
  void require(int of, Set<String> backends) {
    if (of != fingerprint) {
      throw changed();
    }
    // Codes of different backends differ where errors are equal but for rounding.
    if (backends.size() > 1 && !isTold) {
      LOG.log(
          Level.WARNING,
          "executors use the backends {0}; set one of them by setBackend for the same bits in every run",
          String.join(" and ", backends));
      isTold = true;
    }
  }

  /** Why a fit ends whose rows Spark does not compute again as they were. */
  static DataException changed() {
    return new DataException(
        "the rows of the dataset are others, or in another order, than when the fit began; sort or save them first (Dataset.write), so that Spark computes lost partitions again as they were");
  }

  /** Codes of all rows, as a dataset that Spark keeps beside theirs. */
  private final class PartitionedCodes implements Coding {

    private final StopSignal stop;
    private int round;
    private @Nullable JavaRDD<CodedPartition> coded;
    private int @Nullable [] retained;

    /** Whoever computes a lost partition again needs those of all rounds. */
    private final List<Broadcast<Round>> messages = new ArrayList<>();

    PartitionedCodes(StopSignal stop) {
      this.stop = stop;
    }

    @Override
    public CodeSums code(Dense w, RowCoding how) {
      stop.check();
      JavaRDD<CodedPartition> before = coded;
      JavaRDD<CodedPartition> next = next(w, how, before);
      RoundSums sums =
          Jobs.run(
              spark,
              "round %d, %d features".formatted(++round, w.rows()),
              () -> OrderedFold.of(next.map(CodedPartition::sums)).orElseThrow());
      require(sums.fingerprint(), sums.backends());
      if (before != null) {
        before.unpersist(false);
      }
      coded = next;
      retained = null;
      return sums.sums();
    }

    private JavaRDD<CodedPartition> next(
        Dense w, RowCoding how, @Nullable JavaRDD<CodedPartition> before) {
      Broadcast<Round> message = spark.broadcast(new Round(backend, firstRows, w, how, retained));
      messages.add(message);
      JavaRDD<CodedPartition> next =
          how.fresh() || before == null
              ? blocks.mapPartitionsWithIndex(
                  (partition, some) -> message.value().code(partition, some), true)
              : blocks.zipPartitions(before, (some, last) -> message.value().code(some, last));
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
      SelectedRows wanted = new SelectedRows(firstRows, keptNumbers());
      List<BlockCodes> found =
          Jobs.run(spark, "fetching codes", () -> present.mapPartitions(wanted::ofCodes).collect());
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

  @Override
  public void close() {
    blocks.unpersist(false);
  }
}
