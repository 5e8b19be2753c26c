package org.latentfeature.spark;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.Function2;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.storage.StorageLevel;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.model.Manifest;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.fit.scale.AllRows;

/**
 * The rows of a dataset, kept by Spark as {@linkplain RowBlock blocks}. A row's number is its place
 * in the order of partitions and of their rows, which must be the same whenever Spark computes a
 * partition again; a fit ends with a message where it is not.
 */
final class PartitionedRows implements AllRows, AutoCloseable {

  /** The most rows whose codes a model keeps, and their most bytes as dense floats. */
  private static final int MOST_KEPT = 10_000;

  private static final long MOST_BYTES = 1L << 26;

  /** Name of the backend of GPUs. */
  private static final String CUDA = "cuda";

  /** Arrays of W's size on the driver: W, the sums of a partition and of all, and the next W. */
  private static final int DICTIONARIES = 4;

  private static final Logger LOG = System.getLogger(PartitionedRows.class.getName());

  /**
   * The kinds of samples that an estimator accepts.
   *
   * @param sparse whether samples may be sparse rows
   * @param missing whether entries may be NaN
   */
  record Allowed(boolean sparse, boolean missing) {}

  private final JavaSparkContext spark;
  private final JavaRDD<RowBlock> blocks;
  private final String backend;
  private final int k;
  private final long seed;
  private final Allowed allows;
  private final List<PartitionFacts> facts;
  private final int[] firstRows;
  private final int rows;
  private final int fingerprint;
  private @Nullable Rows kept;

  /** Backends of executors that the log has. */
  private final Set<String> seen = new TreeSet<>();

  /**
   * Reads and keeps the rows of {@code dataset}.
   *
   * @param column with the entries of a row
   * @param backend name of that of the executors
   * @param k number of features; a model keeps the codes of as many rows at least
   * @param seed of the choice of the rows whose codes a model keeps
   * @param allows what may be in the rows
   * @throws DataException naming the partition and the row of what no fit takes, or if there are no
   *     rows, or too many, or too many columns for the driver's memory
   */
  PartitionedRows(
      Dataset<?> dataset, VectorColumn column, String backend, int k, long seed, Allowed allows) {
    spark = JavaSparkContext.fromSparkContext(dataset.sparkSession().sparkContext());
    this.backend = backend;
    this.k = k;
    this.seed = seed;
    this.allows = allows;
    Dataset<Row> vectors = dataset.toDF().select(column.vectors());
    RowRules rules =
        allows.missing() ? RowRules.known(column.name()) : RowRules.complete(column.name());
    blocks =
        vectors
            .javaRDD()
            .mapPartitionsWithIndex(reading(rules), true)
            .persist(StorageLevel.MEMORY_AND_DISK());
    try {
      facts = Jobs.run(spark, "reading rows", () -> PartitionFacts.of(blocks));
      long count = checkedCount(column.name());
      rows = (int) count;
      firstRows = placed();
      requireMemory();
      fingerprint = fingerprint();
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  private static Function2<Integer, Iterator<Row>, Iterator<RowBlock>> reading(RowRules rules) {
    return (partition, rows) -> new VectorBlocks(partition, rows, 0, rules);
  }

  private long checkedCount(String column) {
    long count = 0;
    for (PartitionFacts one : facts) {
      if (one.cols() != cols()) {
        throw new DataException(
            "rows of partition %,d (counted from 0) of column %s have %,d entries, those of partition %,d have %,d; all rows must have one length"
                .formatted(
                    one.partition(),
                    column,
                    one.cols(),
                    facts.get(0).partition(),
                    facts.get(0).cols()));
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

  private void requireMemory() {
    double needed = (double) DICTIONARIES * Double.BYTES * k * cols();
    long most = Runtime.getRuntime().maxMemory();
    if (needed > most) {
      throw new DataException(
          "not enough memory for K = %,d and %,d columns: W and the sums that it is made of take %,.0f MiB of the driver's heap, which has %,d; give it more (spark.driver.memory), or fit fewer columns"
              .formatted(k, cols(), needed / (1 << 20), most >> 20));
    }
  }

  private int[] placed() {
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
  public double meanSquare() {
    long known = facts.stream().mapToLong(PartitionFacts::known).sum();
    double squares = 0;
    for (PartitionFacts one : facts) {
      squares += one.squares();
    }
    return squares / known;
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

  /** Returns whether samples are sparse rows: if all rows are, and the estimator takes them. */
  private boolean isSparse() {
    return allows.sparse() && facts.stream().allMatch(PartitionFacts::isSparse);
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

  /**
   * Returns a figure for the model's manifest, the number of rows that were fitted, if the model
   * keeps the codes of only a part of them.
   */
  Map<String, Double> figures() {
    return keptNumbers().length == rows ? Map.of() : Map.of(Manifest.FITTED_ROWS, (double) rows);
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
    return new PartitionedCodes(this, stop);
  }

  @Override
  public PathSums openPaths(int k, StopSignal stop) {
    return new PartitionedPaths(this, stop);
  }

  JavaSparkContext spark() {
    return spark;
  }

  JavaRDD<RowBlock> blocks() {
    return blocks;
  }

  /** Name of the backend of the executors. */
  String backend() {
    return backend;
  }

  /** Numbers of the first row of each partition. */
  int[] firstRows() {
    return firstRows;
  }

  /** Why a fit ends whose rows Spark does not compute again as they were. */
  static DataException changed() {
    return new DataException(
        "the rows of the dataset are others, or in another order, than when the fit began; sort or save them first (Dataset.write), so that Spark computes lost partitions again as they were");
  }

  /** Checks the fingerprint of what was read of all partitions. */
  void require(int found) {
    if (found != fingerprint) {
      throw changed();
    }
  }

  /**
   * Runs a job and returns the sum of its messages.
   *
   * @param description in Spark's pages
   * @param messages of all partitions
   * @throws DataException if the rows are others than at first
   */
  <S extends Addend<S>> S sum(String description, JavaRDD<PartitionSums<S>> messages) {
    PartitionSums<S> all =
        Jobs.run(spark, description, () -> OrderedFold.of(messages).orElseThrow());
    require(all.fingerprint());
    if (seen.addAll(all.backends())) {
      note(String.join(" and ", seen));
    }
    return all.sums();
  }

  /** Logs the backends that executors use if they are several, or if a task's GPU is not used. */
  private void note(String backends) {
    if (seen.size() > 1) {
      // Their codes differ where errors are equal but for rounding.
      LOG.log(
          Level.WARNING,
          "executors use the backends {0}; set one of them by setBackend for the same bits in every run",
          backends);
    } else if (spark.getConf().contains(ExecutorBackends.GPUS_OF_TASK) && !seen.contains(CUDA)) {
      LOG.log(
          Level.WARNING,
          "Spark gives tasks a GPU, but executors use the backend {0}; call setBackend(\"{1}\") to see why",
          backends,
          CUDA);
    } else {
      LOG.log(Level.INFO, "executors use the backend {0}", backends);
    }
  }

  @Override
  public void close() {
    blocks.unpersist(false);
  }
}
