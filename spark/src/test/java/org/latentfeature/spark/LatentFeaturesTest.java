package org.latentfeature.spark;

import static org.apache.spark.sql.functions.col;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.functions;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.estimator.Estimators;
import org.latentfeature.fit.estimator.SampleSize;
import org.latentfeature.fit.factor.FactorModel;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.lasso.LassoModel;
import org.latentfeature.lasso.estimator.LassoEstimator;
import org.latentfeature.fit.metrics.Hamming;
import org.latentfeature.fit.metrics.Rmse;

/** Fits and codes of rows in partitions. */
final class LatentFeaturesTest {

  private static final SparkSession SPARK = Sessions.of("local[2]");
  private static final SyntheticProblem PROBLEM = SyntheticProblem.dense(6000, 20, 5, .3, 2);

  @AfterAll
  static void close() {
    SPARK.stop();
  }

  private static LatentFeatures estimator() {
    return new LatentFeatures().setK(5).setBackend("openblas");
  }

  private static BinaryMatrix codes(Dataset<Row> coded, int k) {
    List<Row> rows = coded.sort("id").select("codes").collectAsList();
    boolean[][] bits = new boolean[k][rows.size()];
    for (int i = 0; i < rows.size(); i++) {
      double[] code = rows.get(i).<Vector>getAs(0).toArray();
      for (int f = 0; f < k; f++) {
        bits[f][i] = code[f] == 1;
      }
    }
    return BinaryMatrix.ofColumns(rows.size(), Arrays.stream(bits).map(BitVector::of).toList());
  }

  /** The fit of one machine, and its codes, from a file in four parts. */
  @Test
  void partitionsAreAsGoodAsOneMachine(@TempDir Path folder) {
    String file = folder.resolve("x.parquet").toString();
    Sessions.rows(SPARK, PROBLEM.x(), 4).write().parquet(file);
    Dataset<Row> rows =
        SPARK.read().parquet(file).repartitionByRange(4, col("id")).sortWithinPartitions("id");
    assertEquals(4, rows.rdd().getNumPartitions());
    LatentFeaturesModel model = estimator().fit(rows);
    FactorModel ours = (FactorModel) model.model();
    BinaryMatrix coded = codes(model.transform(rows), 5);
    try (Backend backend = Backends.open("openblas", 1).backend();
        LoadedData data = new LoadedData(backend, PROBLEM.x())) {
      LassoModel whole =
          new LassoEstimator().request(5, Map.of()).withSample(SampleSize.AUTO).fit(data).toModel();
      assertArrayEquals(whole.w().values(), ours.w().values(), 1e-6);
      assertEquals(whole.z(), coded);
      assertEquals(ours.transform(backend, PROBLEM.x()).z(), coded);
      assertEquals(whole.manifest().rmse(), model.rmse(), 1e-9);
      assertEquals(Rmse.noisy(PROBLEM.x(), coded, ours.w()), model.rmse(), 1e-6);
      assertTrue(Hamming.mean(PROBLEM.z(), coded) < 1e-3);
      assertEquals(coded, ours.z(), "the rows are few enough to be kept");
    }
  }

  @Test
  void modelsAndEstimatorsAreSavedAndLoadedInPipelines(@TempDir Path folder) {
    Dataset<Row> rows = Sessions.rows(SPARK, PROBLEM.x(), 3);
    PipelineModel fitted =
        new Pipeline().setStages(new PipelineStage[] {estimator().setSample("500")}).fit(rows);
    List<Row> before = fitted.transform(rows).collectAsList();
    String place = folder.resolve("pipeline").toString();
    save(() -> fitted.write().overwrite().save(place));
    PipelineModel again = PipelineModel.load(place);
    assertEquals(before, again.transform(rows).collectAsList());
    LatentFeatures estimator = estimator().setOptions("method=verified").setSeed(7);
    String other = folder.resolve("estimator").toString();
    save(() -> estimator.write().save(other));
    LatentFeatures read = LatentFeatures.load(other);
    assertEquals(estimator.uid(), read.uid());
    assertArrayEquals(new String[] {"method=verified"}, read.getOrDefault(read.options()));
    assertEquals(7L, read.getOrDefault(read.seed()));
    assertEquals(5, read.getOrDefault(read.k()));
    assertEquals("openblas", read.getOrDefault(read.backend()));
    Path file = folder.resolve("model.lfm");
    LatentFeaturesModel model = (LatentFeaturesModel) again.stages()[0];
    model.writeLfm(file);
    assertArrayEquals(
        model.dictionary().toArray(), LatentFeaturesModel.readLfm(file).dictionary().toArray());
    assertEquals(6000, Estimators.load(file).manifest().rows());
  }

  private interface Saving {
    void save() throws IOException;
  }

  private static void save(Saving saving) {
    try {
      saving.save();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void arraysOfNumbersAreRowsToo() {
    Dataset<Row> vectors = Sessions.rows(SPARK, PROBLEM.x(), 2);
    Dataset<Row> doubles =
        vectors.withColumn(
            "features", functions.vector_to_array(vectors.col("features"), "float64"));
    Dataset<Row> floats =
        vectors.withColumn(
            "features", functions.vector_to_array(vectors.col("features"), "float32"));
    LatentFeatures estimator = estimator().setSample("300");
    double[] expected = estimator.fit(vectors).dictionary().toArray();
    assertArrayEquals(expected, estimator.fit(doubles).dictionary().toArray());
    LatentFeaturesModel model = estimator.fit(floats);
    assertArrayEquals(expected, model.dictionary().toArray());
    assertEquals(codes(model.transform(vectors), 5), codes(model.transform(floats), 5));
  }

  /** The messages of a class while some work is done. */
  private static List<String> logged(Class<?> by, Runnable work) {
    List<String> messages = Collections.synchronizedList(new ArrayList<>());
    Logger logger = Logger.getLogger(by.getName());
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord told) {
            messages.add(new SimpleFormatter().formatMessage(told));
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    logger.addHandler(handler);
    try {
      work.run();
    } finally {
      logger.removeHandler(handler);
    }
    return messages;
  }

  @Test
  void stepsAndTheBackendOfExecutorsAreLogged() {
    Dataset<Row> rows = Sessions.rows(SPARK, PROBLEM.x(), 2);
    LatentFeatures estimator = estimator().setSample("300");
    List<String> steps = logged(LatentFeatures.class, () -> estimator.fit(rows));
    assertTrue(
        steps.get(0).matches("\\w+, step \\d+: \\d+ features, rmse [\\d.]+"), steps.toString());
    assertEquals(
        List.of("executors use the backend openblas"),
        logged(PartitionedRows.class, () -> estimator.fit(rows)));
  }

  @Test
  void reconstructionsAreOfTheCodes() {
    Dataset<Row> rows = Sessions.rows(SPARK, PROBLEM.x(), 3);
    LatentFeaturesModel model = estimator().setSample("300").fit(rows);
    FactorModel ours = (FactorModel) model.model();
    Matrix expected = ours.reconstruct(ours.z());
    List<Row> found =
        model
            .reconstruct(model.transform(rows))
            .sort("id")
            .select("reconstruction")
            .collectAsList();
    float[] row = new float[20];
    for (int i = 0; i < found.size(); i++) {
      expected.getRow(i, row);
      double[] vector = found.get(i).<Vector>getAs(0).toArray();
      for (int j = 0; j < row.length; j++) {
        assertEquals(row[j], vector[j]);
      }
    }
    assertEquals(6000, found.size());
  }
}
