package org.latentfeature.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.estimator.SampleSize;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.markov.Inference;
import org.latentfeature.markov.MarkovEstimator;
import org.latentfeature.markov.MarkovModel;
import org.latentfeature.markov.MarkovOptions;
import org.latentfeature.markov.MarkovProblem;

/** Markov latent feature models of rows in partitions. */
final class MarkovTest {

  private static final SparkSession SPARK = Sessions.of("local[2]");
  private static final Matrix X = MarkovProblem.draw(3000, 12, 6, .3, 1).x();

  @AfterAll
  static void close() {
    SPARK.stop();
  }

  private static LatentFeatures estimator() {
    return new LatentFeatures()
        .setEstimator("markov")
        .setOptions("exchange=false")
        .setK(6)
        .setSample("400")
        .setBackend("openblas");
  }

  private static MarkovModel fit(LatentFeatures estimator, Dataset<Row> rows) {
    return (MarkovModel) estimator.fit(rows).model();
  }

  /**
   * Rows of a partition are a block, and those of one machine are a block: sums differ by order.
   */
  @Test
  void partitionsAreAsGoodAsOneMachine() {
    LatentFeaturesModel model = estimator().fit(Sessions.rows(SPARK, X, 4));
    MarkovModel ours = (MarkovModel) model.model();
    try (Backend backend = Backends.open("openblas", 1).backend();
        LoadedData data = new LoadedData(backend, X)) {
      MarkovModel whole =
          new FitRequest<>(
                  new MarkovEstimator(),
                  MarkovOptions.of(6).withInference(new Inference.Batch(500, false)))
              .withSample(SampleSize.of(400))
              .fit(data)
              .toModel();
      assertArrayEquals(whole.w().values(), ours.w().values(), 1e-6);
      assertEquals(whole.manifest().rmse(), model.rmse(), 1e-7);
      assertEquals(whole.parameters().variance(), ours.parameters().variance(), 1e-7);
      assertTrue(model.rounds() >= 3, model.rounds() + " rounds");
      assertTrue(model.rmse() < .5, model.rmse() + "");
    }
  }

  @Test
  void modelsCodeAndReconstructRows(@TempDir Path folder) {
    Dataset<Row> rows = Sessions.rows(SPARK, X, 3);
    LatentFeaturesModel model = estimator().fit(rows);
    Path file = folder.resolve("model.lfm");
    model.writeLfm(file);
    LatentFeaturesModel read = LatentFeaturesModel.readLfm(file);
    List<Row> found =
        read.reconstruct(read.transform(rows))
            .sort("id")
            .select("codes", "reconstruction")
            .collectAsList();
    float[] row = new float[12];
    double squares = 0;
    for (int i = 0; i < found.size(); i++) {
      X.getRow(i, row);
      assertEquals(6, found.get(i).<Vector>getAs(0).size());
      double[] near = found.get(i).<Vector>getAs(1).toArray();
      for (int d = 0; d < row.length; d++) {
        squares += (row[d] - near[d]) * (row[d] - near[d]);
      }
    }
    assertEquals(.3, Math.sqrt(squares / X.size()), .05);
  }

  /** Nothing of a round but the model is needed by the next. */
  @Test
  void aFitGoesOnFromItsCheckpoint(@TempDir Path folder) {
    Dataset<Row> rows = Sessions.rows(SPARK, X, 4);
    MarkovModel whole = fit(estimator(), rows);
    Path place = folder.resolve("checkpoint.lfm");
    LatentFeatures checked =
        estimator().setCheckpointPath(place.toString()).setCheckpointInterval(2);
    Path left = folder.resolve("left.lfm");
    Sessions.atRound(SPARK, 4, () -> copy(place, left));
    fit(checked, rows);
    assertFalse(Files.exists(place), "a finished fit leaves none");
    copy(left, place);
    MarkovModel resumed = fit(checked, rows);
    assertArrayEquals(whole.w().values(), resumed.w().values());
    assertArrayEquals(whole.parameters().counts().values(), resumed.parameters().counts().values());
    assertEquals(whole.manifest().figures(), resumed.manifest().figures());
    assertEquals(whole.manifest().trace().size(), resumed.manifest().trace().size());
  }

  private static void copy(Path from, Path to) {
    try {
      Files.copy(from, to);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void missingEntriesStayMissingAndSparseRowsAreRowsToo() {
    Dataset<Row> rows = Sessions.rows(SPARK, X, 3);
    UDF1<Vector, Vector> holes =
        row -> {
          double[] entries = row.toArray().clone();
          entries[(int) (Math.abs(entries[0]) * 1e4) % 12] = Double.NaN;
          return Vectors.dense(entries);
        };
    MarkovModel model = fit(estimator(), changed(rows, holes));
    assertEquals(.3, model.manifest().rmse(), .05);
    UDF1<Vector, Vector> sparse = row -> row.toSparse();
    assertArrayEquals(
        fit(estimator(), rows).w().values(), fit(estimator(), changed(rows, sparse)).w().values());
  }

  private static Dataset<Row> changed(Dataset<Row> rows, UDF1<Vector, Vector> how) {
    return rows.withColumn(
        "features", functions.udf(how, SQLDataTypes.VectorType()).apply(functions.col("features")));
  }

  @Test
  void wrongRowsAndOptionsAreRefused() {
    Dataset<Row> rows = Sessions.rows(SPARK, X, 3);
    UDF1<Vector, Vector> empty =
        row -> row.apply(0) > 2 ? Vectors.dense(new double[12]) : Vectors.zeros(12);
    assertRefused(estimator(), changed(rows, empty), "all entries of X are zero");
    UDF1<Vector, Vector> none =
        row -> {
          double[] entries = row.toArray().clone();
          java.util.Arrays.fill(entries, entries[0] > 4 ? Double.NaN : 1);
          return Vectors.dense(entries);
        };
    assertRefused(estimator(), changed(rows, none), "row ");
    assertRefused(estimator().setOptions("inference=stochastic"), rows, "drop inference");
    assertRefused(estimator().setK(4000).setSample("4000"), rows, "only 3,000 rows");
    assertRefused(estimator().setSample("all"), rows, "choose auto");
  }

  private static void assertRefused(LatentFeatures estimator, Dataset<Row> rows, String expected) {
    RuntimeException thrown = assertThrows(RuntimeException.class, () -> estimator.fit(rows));
    assertTrue(
        thrown instanceof IllegalArgumentException || thrown instanceof DataException,
        thrown.toString());
    assertTrue(String.valueOf(thrown.getMessage()).contains(expected), thrown.getMessage());
  }
}
