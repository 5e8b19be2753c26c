package org.latentfeature.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.udf;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.TaskContext;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.data.DataException;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.factor.FactorModel;
import scala.runtime.BoxedUnit;

/** What is lost in the middle of a fit of all rows changes no bit of it. */
final class AllRowsLossTest {

  private static final SyntheticProblem PROBLEM = SyntheticProblem.dense(2000, 12, 4, .5, 4);

  /** Reads of the dataset; tasks on this machine share it. */
  private static final AtomicInteger READS = new AtomicInteger();

  private @org.jspecify.annotations.Nullable SparkSession spark;

  @TempDir static Path folder;

  private static FactorModel expected;

  @BeforeAll
  static void undisturbed() throws IOException {
    for (String name : List.of("jars", "bin")) {
      Files.createDirectories(Path.of(System.getenv("SPARK_HOME"), name));
    }
    SparkSession quiet = Sessions.of("local[2]");
    try {
      Sessions.rows(quiet, PROBLEM.x(), 4).write().parquet(file());
      expected = fit(rows(quiet));
    } finally {
      quiet.stop();
    }
  }

  @AfterEach
  void stop() {
    if (spark != null) {
      spark.stop();
    }
  }

  private static String file() {
    return folder.resolve("x.parquet").toString();
  }

  private static Dataset<Row> rows(SparkSession spark) {
    return spark.read().parquet(file());
  }

  private static FactorModel fit(Dataset<Row> rows) {
    LatentFeatures estimator = new LatentFeatures().setK(4).setSample("all").setBackend("openblas");
    return (FactorModel) estimator.fit(rows).model();
  }

  private static void assertSame(FactorModel found) {
    assertEquals(expected.z(), found.z());
    assertArrayEquals(expected.w().values(), found.w().values());
    assertEquals(expected.manifest().figures(), found.manifest().figures());
  }

  @Test
  void anExecutorThatIsKilledIsReplaced() {
    SparkSession cluster =
        Sessions.builder("local-cluster[2,1,1024]")
            .config("spark.executor.extraClassPath", System.getProperty("java.class.path", ""))
            .getOrCreate();
    spark = cluster;
    AtomicInteger killed = new AtomicInteger();
    Sessions.atRound(cluster, 12, () -> killed.set(LossTest.killAnExecutor()));
    assertSame(fit(rows(cluster)));
    assertEquals(1, killed.get(), "executors killed");
  }

  @Test
  void aTaskThatFailsTwiceIsTriedAgain() {
    SparkSession session = Sessions.of("local[2,4]");
    spark = session;
    assertSame(
        fit(
            with(
                rows(session),
                vector -> {
                  if (TaskContext.get().attemptNumber() < 2) {
                    throw new IllegalStateException("a disk that fails twice");
                  }
                  return vector;
                })));
  }

  /** Spark forgets the rows in the middle of the fit, and reads others. */
  @Test
  void rowsThatChangeEndTheFit() {
    SparkSession session = Sessions.of("local[2]");
    spark = session;
    READS.set(0);
    Dataset<Row> changing =
        with(
            rows(session),
            vector ->
                READS.incrementAndGet() <= PROBLEM.x().rows()
                    ? vector
                    : Vectors.dense(new double[vector.size()]));
    Sessions.atRound(
        session,
        9,
        () ->
            session
                .sparkContext()
                .getPersistentRDDs()
                .values()
                .foreach(
                    kept -> {
                      kept.unpersist(true);
                      return BoxedUnit.UNIT;
                    }));
    DataException ended = assertThrows(DataException.class, () -> fit(changing));
    assertTrue(
        String.valueOf(ended.getMessage()).contains("the rows of the dataset are others"),
        ended::getMessage);
  }

  private static Dataset<Row> with(Dataset<Row> rows, UDF1<Vector, Vector> change) {
    return rows.withColumn(
        "features", udf(change, SQLDataTypes.VectorType()).apply(col("features")));
  }
}
