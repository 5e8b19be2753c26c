package org.latentfeature.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.udf;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.TaskContext;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.factor.FactorModel;
import org.latentfeature.fit.scale.SampledFit;

/** What is lost in the middle of a fit changes no bit of it. */
final class LossTest {

  /** Noise as large as the features: refinement takes many rounds. */
  private static final SyntheticProblem NOISY = SyntheticProblem.dense(3000, 12, 6, 2, 4);

  private @org.jspecify.annotations.Nullable SparkSession spark;

  @TempDir static Path folder;

  private static FactorModel expected;

  /** The dictionary of a Markov model. */
  private static double[] paths;

  @BeforeAll
  static void home() throws IOException {
    for (String folder : List.of("jars", "bin")) {
      Files.createDirectories(Path.of(System.getenv("SPARK_HOME"), folder));
    }
  }

  @BeforeAll
  static void undisturbed() {
    SparkSession quiet = Sessions.of("local[2]");
    try {
      expected = fit(estimator(), rows(quiet));
      paths = paths(rows(quiet));
      assertTrue(rounds(expected) >= 20, rounds(expected) + " rounds");
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

  static LatentFeatures estimator() {
    return new LatentFeatures().setK(6).setSample("300").setBackend("openblas");
  }

  /** Rows of a file: what Spark reads again where it lost them. */
  private static Dataset<Row> rows(SparkSession spark) {
    return rows(spark, folder);
  }

  private static Dataset<Row> rows(SparkSession spark, Path folder) {
    String file = folder.resolve("x.parquet").toString();
    if (!Files.exists(Path.of(file))) {
      Sessions.rows(spark, NOISY.x(), 4).write().parquet(file);
    }
    return spark.read().parquet(file);
  }

  static FactorModel fit(LatentFeatures estimator, Dataset<Row> rows) {
    return (FactorModel) estimator.fit(rows).model();
  }

  private static double[] paths(Dataset<Row> rows) {
    return estimator()
        .setEstimator("markov")
        .setOptions("exchange=false")
        .fit(rows)
        .model()
        .w()
        .values();
  }

  private static void assertSame(FactorModel expected, FactorModel found) {
    assertEquals(expected.z(), found.z());
    assertArrayEquals(expected.w().values(), found.w().values());
    assertEquals(expected.manifest().rmse(), found.manifest().rmse());
  }

  private static long rounds(FactorModel model) {
    return SampledFit.rounds(model.manifest());
  }

  @Test
  void anExecutorThatIsKilledIsReplaced() {
    SparkSession cluster =
        Sessions.builder("local-cluster[2,1,1024]")
            .config("spark.executor.extraClassPath", System.getProperty("java.class.path", ""))
            .getOrCreate();
    spark = cluster;
    AtomicInteger killed = new AtomicInteger();
    Sessions.atRound(cluster, 5, () -> killed.set(killAnExecutor()));
    assertSame(expected, fit(estimator(), rows(cluster)));
    assertEquals(1, killed.get(), "executors killed");
    Sessions.atRound(cluster, 2, () -> killed.addAndGet(killAnExecutor()));
    assertArrayEquals(paths, paths(rows(cluster)));
    assertEquals(2, killed.get(), "executors killed");
  }

  /** SIGKILL for one of the processes that Spark started. */
  static int killAnExecutor() {
    return ProcessHandle.current()
        .descendants()
        .filter(p -> p.info().command().orElse("").endsWith("java"))
        .limit(1)
        .mapToInt(p -> p.destroyForcibly() ? 1 : 0)
        .sum();
  }

  @Test
  void aTaskThatFailsTwiceIsTriedAgain() {
    SparkSession session = Sessions.of("local[2,4]");
    spark = session;
    UDF1<Vector, Vector> unreliable =
        vector -> {
          if (TaskContext.get().attemptNumber() < 2 && TaskContext.getPartitionId() == 1) {
            throw new IllegalStateException("a disk that fails twice");
          }
          return vector;
        };
    Dataset<Row> rows = rows(session);
    Dataset<Row> failing =
        rows.withColumn(
            "features", udf(unreliable, SQLDataTypes.VectorType()).apply(col("features")));
    assertSame(expected, fit(estimator(), failing));
  }

  @Test
  void aDriverThatIsKilledGoesOnFromItsCheckpoint() throws Exception {
    Path checkpoint = folder.resolve("checkpoint.lfm");
    Process driver =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "@" + arguments(folder),
                    KilledDriver.class.getName(),
                    folder.toString()))
            .inheritIO()
            .start();
    assertEquals(KilledDriver.STATUS, driver.waitFor());
    assertTrue(Files.exists(checkpoint), "the killed driver left a checkpoint");
    SparkSession session = Sessions.of("local[2]");
    spark = session;
    FactorModel resumed = fit(estimator().setCheckpointPath(checkpoint.toString()), rows(session));
    assertSame(expected, resumed);
    assertEquals(rounds(expected), rounds(resumed), "with those before the checkpoint");
    assertFalse(Files.exists(checkpoint), "removed when the fit is done");
  }

  /** A class path is too long for a command line on some systems. */
  private static Path arguments(Path folder) throws IOException {
    StringBuilder options = new StringBuilder();
    for (String name :
        List.of(
            "java.nio",
            "sun.nio.ch",
            "java.lang.invoke",
            "java.lang",
            "java.util",
            "sun.security.action")) {
      options.append("--add-opens=java.base/%s=ALL-UNNAMED%n".formatted(name));
    }
    options.append(
        "-cp \"%s\"%n".formatted(System.getProperty("java.class.path", "").replace("\\", "\\\\")));
    return Files.writeString(folder.resolve("arguments"), options);
  }

  /** A driver that ends in the middle of a fit, as one that is killed does. */
  static final class KilledDriver {

    static final int STATUS = 42;

    private KilledDriver() {}

    /** Fits the rows in a folder, and leaves a checkpoint there. */
    public static void main(String[] arguments) {
      Path folder = Path.of(arguments[0]);
      SparkSession session = Sessions.of("local[2]");
      Sessions.atRound(session, 12, () -> Runtime.getRuntime().halt(STATUS));
      String checkpoint = folder.resolve("checkpoint.lfm").toString();
      fit(
          estimator().setCheckpointPath(checkpoint).setCheckpointInterval(3),
          rows(session, folder));
    }
  }
}
