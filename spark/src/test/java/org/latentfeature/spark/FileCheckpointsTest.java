package org.latentfeature.spark;

import static org.apache.spark.sql.functions.col;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.estimator.Fitted;
import org.latentfeature.fit.FitOrigin;
import org.latentfeature.lasso.LassoModel;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.fit.model.Manifest;

/** Checkpoints that a fit goes on from, and those that it refuses. */
final class FileCheckpointsTest {

  private static final SparkSession SPARK = Sessions.of("local[2]");
  private static final Matrix X = SyntheticProblem.dense(400, 6, 3, .3, 2).x();
  private static final Dataset<Row> ROWS = Sessions.rows(SPARK, X, 4);

  @TempDir private static Path folder;

  @AfterAll
  static void close() {
    SPARK.stop();
  }

  private static LatentFeatures estimator(Path file) {
    return new LatentFeatures()
        .setK(3)
        .setSample("200")
        .setBackend("java")
        .setCheckpointPath(file.toString());
  }

  /** What the fit of {@link #ROWS} leaves on its way. */
  private static Path left(LassoModel model) {
    Path file = folder.resolve("left.lfm");
    try (PartitionedRows rows =
        new PartitionedRows(
            ROWS,
            new VectorColumn("features", false),
            "java",
            3,
            0,
            new PartitionedRows.Allowed(true, false))) {
      new FileCheckpoints<>(
              new org.apache.hadoop.fs.Path(file.toString()),
              new Configuration(),
              1,
              LassoModel.KIND,
              LassoOptions.of(3),
              rows)
          .offer(() -> fitted(model));
    }
    return file;
  }

  private static Fitted<LassoModel> fitted(LassoModel model) {
    Manifest manifest = model.manifest();
    return new Fitted<>(
        manifest.features(),
        manifest.rmse(),
        manifest.ended(),
        manifest.trace().size(),
        Map.of(),
        new FitOrigin<>(LassoOptions.of(3), manifest.backend(), X),
        from -> model);
  }

  private static void assertRefuses(
      LatentFeatures estimator, Dataset<Row> rows, String... expected) {
    String message =
        String.valueOf(assertThrows(DataException.class, () -> estimator.fit(rows)).getMessage());
    for (String words : expected) {
      assertTrue(message.contains(words), message);
    }
    assertFalse(message.contains(System.getProperty("java.io.tmpdir", "") + "/lfm"), message);
  }

  @Test
  void onlyTheSameFitGoesOnFromACheckpoint() throws IOException {
    LatentFeaturesModel whole = estimator(folder.resolve("first.lfm")).fit(ROWS);
    Path file = left((LassoModel) whole.model());
    byte[] bytes = Files.readAllBytes(file);
    String wayOut = "; delete it, or set another checkpointPath";
    String other = "the checkpoint " + file + " is of another fit: ";
    assertRefuses(estimator(file).setK(2), ROWS, other + "its K is 3, here it is 2" + wayOut);
    assertRefuses(estimator(file).setSeed(5), ROWS, other + "its seed is 0, here it is 5" + wayOut);
    assertRefuses(
        estimator(file).setOptions("rank=4"), ROWS, other + "its rank is 8, here it is 4");
    assertRefuses(
        estimator(file).setEstimator("cumulants"), ROWS, file + " is a model of kind ", wayOut);
    assertRefuses(
        estimator(file),
        ROWS.coalesce(3),
        other + "it was made from 4 partitions, here there are 3; divide the rows into 4 as then");
    assertRefuses(
        estimator(file),
        ROWS.filter(col("id").notEqual(7)),
        other + "its number of rows is 400, here it is 399" + wayOut);
    assertRefuses(
        estimator(file),
        ROWS.sortWithinPartitions(col("id").desc()),
        other + "it was made from other rows, or from these in another order" + wayOut);

    Files.delete(folder.resolve(".left.lfm.crc"));
    Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
    assertRefuses(estimator(file), ROWS, file + " is not a model file, or is truncated", wayOut);
    Files.write(file, bytes);
    assertArrayEquals(
        whole.dictionary().toArray(), estimator(file).fit(ROWS).dictionary().toArray(), 1e-9);
    assertFalse(Files.exists(file), "a finished fit leaves none");
  }

  @Test
  void aPathThatCannotBeWrittenIsRefusedBeforeAnyRowIsRead() throws IOException {
    Dataset<Row> unread =
        ROWS.filter(
            (org.apache.spark.api.java.function.FilterFunction<Row>)
                row -> {
                  throw new IllegalStateException("a row was read");
                });
    Path occupied = Files.createFile(folder.resolve("occupied"));
    assertRefuses(
        estimator(occupied.resolve("x.lfm")),
        unread,
        "no checkpoint can be written to checkpointPath " + occupied.resolve("x.lfm") + ": ",
        "in a folder where the driver may write");
    assertRefuses(estimator(folder), unread, "a folder; name a file in it");
    assertRefuses(
        estimator(folder).setCheckpointPath("none://x/y.lfm"), unread, "none://x/y.lfm: ");
    assertTrue(Files.exists(occupied));
  }
}
