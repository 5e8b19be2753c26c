package org.latentfeature.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.udf;
import static org.apache.spark.sql.functions.when;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.factor.FactorModel;
import org.latentfeature.fit.FitListener;
import org.latentfeature.lasso.Certificate;
import org.latentfeature.lasso.Certifier;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LassoResult;
import org.latentfeature.lasso.LatentFeatureLasso;
import org.latentfeature.lasso.Method;
import org.latentfeature.fit.metrics.Hamming;
import org.latentfeature.fit.metrics.Rmse;

/** The convex fit over the rows of all partitions. */
final class AllRowsTest {

  private static final SparkSession SPARK = Sessions.of("local[2]");
  private static final SyntheticProblem PROBLEM = SyntheticProblem.dense(4000, 30, 6, .3, 2);

  @AfterAll
  static void close() {
    SPARK.stop();
  }

  private static LatentFeatures estimator(int k) {
    return new LatentFeatures().setK(k).setSample("all").setBackend("openblas");
  }

  /** Of few rounds. */
  private static LatentFeatures few(int k) {
    return estimator(k).setOptions("max-steps=5", "max-sweeps=2", "polish-passes=1");
  }

  @Test
  void partitionsComeToWhatOneMachineComesTo() {
    LatentFeaturesModel model = estimator(6).fit(Sessions.rows(SPARK, PROBLEM.x(), 4));
    FactorModel ours = (FactorModel) model.model();
    assertEquals(0, Hamming.mean(PROBLEM.z(), ours.z()), "the ground truth");
    assertTrue(model.rounds() > 30, model.rounds() + " rounds");
    assertEquals(Map.of(), model.certificate());
    assertEquals("all", ours.manifest().options().get("sample"));
    assertEquals("lasso", ours.manifest().options().get("method"));
    assertEquals(Rmse.noisy(PROBLEM.x(), ours.z(), ours.w()), model.rmse(), 1e-6);
    try (Backend backend = Backends.open("openblas", 1).backend()) {
      LassoResult whole =
          new LatentFeatureLasso(backend, LassoOptions.of(6).withMethod(Method.LASSO))
              .fit(PROBLEM.x());
      assertEquals(whole.rmse(), model.rmse(), 1e-6 * whole.rmse());
      assertEquals(ours.transform(backend, PROBLEM.x()).z(), ours.z());
    }
  }

  /** The bound is proven for any residual, and near to that of one machine at the same penalty. */
  @Test
  void theGapIsProven() {
    SyntheticProblem p = SyntheticProblem.dense(600, 12, 4, .3, 5);
    Dataset<Row> rows = Sessions.rows(SPARK, p.x(), 2);
    LatentFeaturesModel model = few(4).setCertify(true).fit(rows);
    Map<String, Double> proven = model.certificate();
    FactorModel ours = (FactorModel) model.model();
    double mu = proven.getOrDefault("mu", Double.NaN);
    LassoOptions options = LassoOptions.of(4).withMethod(Method.LASSO);
    try (Backend backend = Backends.open("openblas", 1).backend()) {
      Certificate one =
          new Certifier(backend, options).certify(p.x(), ours.z(), mu, FitListener.SILENT);
      assertEquals(
          one.objective(), proven.getOrDefault("objective", Double.NaN), 1e-6 * one.objective());
      assertEquals(
          one.lowerBound(), proven.getOrDefault("lower_bound", Double.NaN), .05 * one.objective());
      assertTrue(
          proven.getOrDefault("lower_bound", Double.NaN) <= one.convexObjective() * (1 + 1e-6),
          "no bound");
    }
    assertEquals(0, proven.getOrDefault("failure", Double.NaN));
    assertTrue(
        proven.getOrDefault("gap", Double.NaN) >= 0 && proven.getOrDefault("gap", Double.NaN) < .15,
        proven::toString);
  }

  /** Rows of both kinds, partitions without any, and one of all: equal but for rounding. */
  @Test
  void howRowsArePartitionedDoesNotMatter() {
    SyntheticProblem p = SyntheticProblem.dense(700, 10, 3, .3, 4);
    Dataset<Row> rows = Sessions.rows(SPARK, p.x(), 3);
    FactorModel expected = (FactorModel) few(3).setBackend("java").fit(rows).model();
    Dataset<Row> sparse =
        rows.withColumn("features", when(col("id").lt(400), sparse(col("features"))));
    Dataset<Row> some = rows.filter("id >= 400").union(sparse.filter("id < 400"));
    for (Dataset<Row> other :
        List.of(
            rows.coalesce(1),
            some.repartitionByRange(5, col("id").divide(350).cast("int"))
                .sortWithinPartitions("id"))) {
      FactorModel found = (FactorModel) few(3).setBackend("java").fit(other).model();
      assertEquals(expected.z(), found.z());
      assertEquals(expected.manifest().rmse(), found.manifest().rmse(), 1e-9);
      assertArrayEquals(expected.w().values(), found.w().values(), 1e-9);
    }
  }

  private static Column sparse(Column features) {
    UDF1<Vector, Vector> toSparse = Vector::toSparse;
    return udf(toSparse, SQLDataTypes.VectorType()).apply(features);
  }

  @Test
  void ofManyRowsAFewCodesAreKept() {
    SyntheticProblem p = SyntheticProblem.dense(11_000, 4, 2, .3, 6);
    FactorModel model =
        (FactorModel)
            estimator(2)
                .setOptions("method=paper", "max-steps=3", "max-sweeps=2")
                .fit(Sessions.rows(SPARK, p.x(), 2))
                .model();
    assertEquals(10_000, model.z().rows());
    assertEquals(11_000, model.manifest().fittedRows());
    assertTrue(model.manifest().toString().contains("11,000 × 4"), model.manifest().toString());
    assertEquals("paper", model.manifest().options().get("method"));
  }
}
