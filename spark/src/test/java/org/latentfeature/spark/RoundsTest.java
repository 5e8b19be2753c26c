package org.latentfeature.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.udf;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.data.DataException;
import org.latentfeature.data.SparseRows;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.fit.scale.AllRows;
import org.latentfeature.step.CodeSums;
import org.latentfeature.step.Factorisation.Products;
import org.latentfeature.step.RowCoding;
import org.latentfeature.step.WorstRows;
import scala.runtime.BoxedUnit;

/** Rounds over partitions. */
final class RoundsTest {

  private static final SparkSession SPARK = Sessions.of("local[2]");
  private static final SyntheticProblem PROBLEM = SyntheticProblem.dense(700, 8, 4, .3, 2);

  /** Tasks on this machine share it. */
  private static final AtomicInteger READS = new AtomicInteger();

  @AfterAll
  static void close() {
    SPARK.stop();
  }

  private static PartitionedRows rows(Dataset<Row> rows) {
    return new PartitionedRows(
        rows,
        VectorColumn.of(rows.schema(), "features"),
        "java",
        4,
        0,
        new PartitionedRows.Allowed(true, false));
  }

  /**
   * As many as a fit makes at most: what Spark remembers of how codes came about grows with each.
   */
  @Test
  void aFitMayTakeManyRounds() {
    try (PartitionedRows rows = rows(Sessions.rows(SPARK, PROBLEM.x(), 2));
        AllRows.Coding all = rows.open(4, StopSignal.NEVER)) {
      all.code(PROBLEM.w(), RowCoding.encoding(20, 1, 0, 7));
      CodeSums last = all.code(PROBLEM.w(), RowCoding.refining(20, 7));
      for (int round = 2; round < 200; round++) {
        last = all.code(PROBLEM.w(), RowCoding.refining(20, 7));
      }
      assertEquals(0, last.changed());
      all.retain(new int[] {3, 1, 0});
      all.retain(new int[] {0, 2});
      assertEquals(PROBLEM.z().select(new int[] {3, 0}), all.codes());
    }
  }

  /** Floating-point sums depend on their order, which may not depend on which task is first. */
  @Test
  void sumsAreAddedInTheOrderOfPartitions() {
    RandomStream random = new RandomStream(3, "sums");
    List<PartitionSums<PackedCodeSums>> all = new ArrayList<>();
    for (int p = 0; p < 150; p++) {
      Dense cross = new Dense(1, 2);
      cross.set(0, 0, random.nextGaussian());
      cross.set(0, 1, Math.pow(10, random.nextInt(20)));
      Products products = new Products(Dense.wrap(1, 1, new double[] {p}), cross);
      WorstRows errors = WorstRows.of(new double[] {random.nextDouble(), p}, 3);
      all.add(
          new PartitionSums<>(
              p, p, Set.of("java"), new PackedCodeSums(new CodeSums(products, errors, p, p))));
    }
    JavaSparkContext spark = JavaSparkContext.fromSparkContext(SPARK.sparkContext());
    JavaRDD<PartitionSums<PackedCodeSums>> messages =
        spark
            .parallelize(all, 150)
            .map(
                one -> {
                  Thread.sleep(one.partition() % 7 * 3L);
                  return one;
                });
    PartitionSums<PackedCodeSums> first = OrderedFold.of(messages).orElseThrow();
    PartitionSums<PackedCodeSums> second = OrderedFold.of(messages).orElseThrow();
    double[] expected = first.sums().sums().products().cross().values();
    assertArrayEquals(expected, second.sums().sums().products().cross().values());
    assertEquals(first.sums().sums().worst(), second.sums().sums().worst());
    assertEquals(149 * 150 / 2, first.sums().sums().products().gram().get(0, 0));
    assertEquals(149 * 150 / 2, first.fingerprint());
    assertEquals(300, first.sums().sums().worst().count());
    assertTrue(OrderedFold.of(spark.<PartitionSums<PackedCodeSums>>emptyRDD()).isEmpty());
  }

  @Test
  void sparseRowsStaySparse() {
    List<Row> rows = new ArrayList<>();
    RandomStream random = new RandomStream(3, "entries");
    for (int i = 0; i < 300; i++) {
      int column = random.nextInt(190);
      Vector vector =
          Vectors.sparse(200, new int[] {column, column + 7}, new double[] {1 + i % 3, 2});
      rows.add(RowFactory.create(i, vector));
    }
    Dataset<Row> sparse =
        SPARK.createDataFrame(
            JavaSparkContext.fromSparkContext(SPARK.sparkContext()).parallelize(rows, 3),
            Sessions.rows(SPARK, PROBLEM.x(), 1).schema());
    Dense w = new Dense(2, 200);
    w.set(0, 5, 1);
    w.set(1, 9, 2);
    try (PartitionedRows all = rows(sparse);
        AllRows.Coding coding = all.open(2, StopSignal.NEVER);
        Backend backend = Backends.open("java", 1).backend()) {
      SparseRows kept = assertInstanceOf(SparseRows.class, all.kept());
      assertEquals(300, kept.rows());
      assertEquals(600, kept.entries());
      assertArrayEquals(
          kept.selectRows(new int[] {7, 150, 299}).columns(),
          ((SparseRows) all.selectRows(new int[] {7, 150, 299})).columns());
      CodeSums sums = coding.code(w, RowCoding.encoding(20, 1, 0, 3));
      assertEquals(
          org.latentfeature.fit.factor.FactorCoder.encode(backend, kept, w, 0), coding.codes());
      assertEquals(300, sums.worst().count());
    }
  }

  /** A model has no more features than rows whose codes it keeps. */
  @Test
  void wideRowsAreKeptInTheNumberOfFeatures() {
    Row row = RowFactory.create(0, Vectors.sparse(10_000_000, new int[] {3}, new double[] {1}));
    Dataset<Row> wide =
        SPARK.createDataFrame(
            Collections.nCopies(40, row), Sessions.rows(SPARK, PROBLEM.x(), 1).schema());
    try (PartitionedRows all = rows(wide)) {
      assertEquals(4, all.kept().rows());
    }
  }

  /** As a file that another program writes, or rows without an order. */
  @Test
  void rowsThatChangeDuringAFitEndIt() {
    UDF1<Vector, Vector> changing =
        row -> {
          double[] entries = row.toArray();
          entries[0] += READS.getAndIncrement();
          return Vectors.dense(entries);
        };
    Dataset<Row> dataset = Sessions.rows(SPARK, PROBLEM.x(), 2);
    try (PartitionedRows rows =
            rows(
                dataset.withColumn(
                    "features", udf(changing, SQLDataTypes.VectorType()).apply(col("features"))));
        AllRows.Coding all = rows.open(4, StopSignal.NEVER)) {
      all.code(PROBLEM.w(), RowCoding.encoding(20, 1, 0, 7));
      SPARK
          .sparkContext()
          .getPersistentRDDs()
          .values()
          .foreach(
              kept -> {
                kept.unpersist(true);
                return BoxedUnit.UNIT;
              });
      DataException changed =
          assertThrows(
              DataException.class, () -> all.code(PROBLEM.w(), RowCoding.encoding(20, 1, 0, 7)));
      assertTrue(String.valueOf(changed.getMessage()).contains("in another order"));
    }
  }
}
