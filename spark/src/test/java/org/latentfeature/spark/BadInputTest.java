package org.latentfeature.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.udf;
import static org.apache.spark.sql.functions.when;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.latentfeature.data.SyntheticProblem;

/** Data and options that no fit takes. */
final class BadInputTest {

  private static final SparkSession SPARK = Sessions.of("local[2]");
  private static final SyntheticProblem PROBLEM = SyntheticProblem.dense(400, 6, 3, .3, 2);
  private static final Dataset<Row> ROWS = Sessions.rows(SPARK, PROBLEM.x(), 4);

  @AfterAll
  static void close() {
    SPARK.stop();
  }

  private static LatentFeatures estimator() {
    return new LatentFeatures().setK(3).setSample("200").setBackend("java");
  }

  private static void assertSays(String words, Executable work) {
    String message = String.valueOf(assertThrows(Exception.class, work).getMessage());
    assertTrue(message.contains(words), message);
  }

  /** {@link #ROWS} with another vector in row 250, the 51st of partition 2. */
  private static Dataset<Row> spoilt(Vector other) {
    Dataset<Row> one =
        SPARK.createDataFrame(
            List.of(RowFactory.create(other)),
            new StructType().add("other", SQLDataTypes.VectorType()));
    Vector vector = one.head().getAs(0);
    org.apache.spark.sql.api.java.UDF2<Integer, Vector, Vector> udf =
        (id, old) -> id == 250 ? vector : old;
    return ROWS.withColumn(
        "features",
        org.apache
            .spark
            .sql
            .functions
            .udf(udf, SQLDataTypes.VectorType())
            .apply(col("id"), col("features")));
  }

  @Test
  void columnsThatHaveNoRowsAreNamed() {
    assertSays(
        "column id is int, expected a vector; assemble it with VectorAssembler",
        () -> estimator().setFeaturesCol("id").fit(ROWS));
    assertSays(
        "there is no column x; choose one of id, features",
        () -> estimator().setFeaturesCol("x").fit(ROWS));
    assertSays("there is a column id already", () -> estimator().setOutputCol("id").fit(ROWS));
  }

  @Test
  void rowsThatNoFitTakesAreNamed() {
    String place = "row 51 (counting from 1) of partition 2 (from 0) ";
    assertSays(
        place + "has 4 entries, expected 6",
        () -> estimator().fit(spoilt(Vectors.dense(new double[4]))));
    assertSays(
        place + "has NaN, a missing entry, in column 2",
        () -> estimator().fit(spoilt(Vectors.dense(0, Double.NaN, 0, 0, 0, 0))));
    assertSays(
        place + "has Infinity in column 6",
        () ->
            estimator()
                .fit(
                    spoilt(
                        Vectors.sparse(
                            6, new int[] {5}, new double[] {Double.POSITIVE_INFINITY}))));
    assertSays(
        "1.0E39 in column 1; that is beyond the largest 32-bit float",
        () -> estimator().fit(spoilt(Vectors.dense(1e39, 0, 0, 0, 0, 0))));
    Dataset<Row> missing =
        ROWS.withColumn("features", when(col("id").notEqual(lit(250)), col("features")));
    assertSays(place + "is null", () -> estimator().fit(missing));
    assertSays("all entries of X are zero", () -> estimator().fit(zeros(4)));
    Dataset<Row> wide = ROWS.union(zeros(7));
    assertSays("all vectors must have one length", () -> estimator().fit(wide));
    assertSays("the dataset has no rows", () -> estimator().fit(ROWS.filter("id < 0")));
  }

  private static Dataset<Row> zeros(int columns) {
    Row row = RowFactory.create(0, Vectors.zeros(columns));
    return SPARK.createDataFrame(List.of(row, row, row, row), ROWS.schema());
  }

  @Test
  void optionsAreNamed() {
    assertSays("call setK", () -> new LatentFeatures().fit(ROWS));
    assertSays("there is no estimator 'x'", () -> estimator().setEstimator("x").fit(ROWS));
    assertSays("cannot be extended", () -> estimator().setEstimator("indian-buffet").fit(ROWS));
    assertSays("write it as name=value", () -> estimator().setOptions("verified").fit(ROWS));
    assertSays("'maybe' is no sample", () -> estimator().setSample("maybe").fit(ROWS));
    assertSays("sample is 200; set sample to all", () -> estimator().setCertify(true).fit(ROWS));
    assertSays("has fewer rows than the 3 features", () -> estimator().setSample("2").fit(ROWS));
    assertSays("there is no backend named 'tpu'", () -> estimator().setBackend("tpu").fit(ROWS));
    assertSays("cannot be extended", () -> estimator().setOptions("robust=true").fit(ROWS));
    assertSays("500", () -> estimator().setK(500).setSample("auto").fit(ROWS));
    assertSays("robust", () -> estimator().setOptions("robust=true").fit(ROWS));
  }

  @Test
  void whatNeedsRowsOnTheDriverIsNamed() {
    LatentFeatures all = estimator().setSample("all");
    assertSays(
        "estimator cumulants fits a sample, but sample is all",
        () -> all.copy(ParamMap.empty()).setEstimator("cumulants").fit(ROWS));
    assertSays(
        "method path needs rows on the driver, but sample is all; use method=lasso or paper",
        () -> all.copy(ParamMap.empty()).setOptions("method=path").fit(ROWS));
    assertSays(
        "method best needs rows on the driver",
        () -> all.copy(ParamMap.empty()).setOptions("method=best").fit(ROWS));
    assertSays(
        "reduce is 12, but rows in partitions are not reduced",
        () -> all.copy(ParamMap.empty()).setOptions("reduce=12").fit(ROWS));
    assertSays(
        "option robust needs rows on the driver",
        () -> all.copy(ParamMap.empty()).setOptions("robust=true").fit(ROWS));
    assertSays(
        "ridge and bit-cost apply to X with missing entries",
        () -> all.copy(ParamMap.empty()).setOptions("ridge=1").fit(ROWS));
    assertSays(
        "checkpointPath is here.lfm, but a fit of all rows leaves no checkpoints",
        () -> all.copy(ParamMap.empty()).setCheckpointPath("here.lfm").fit(ROWS));
    assertSays(
        "up to 1,024 columns, whose squares each partition sends, but the rows have 1,100",
        () -> all.copy(ParamMap.empty()).setCertify(true).fit(zeros(1100)));
    assertSays("K is 500", () -> all.copy(ParamMap.empty()).setK(500).fit(ROWS));
    assertSays("all entries of X are zero", () -> all.copy(ParamMap.empty()).fit(zeros(4)));
    Dataset<Row> tiny =
        ROWS.withColumn(
            "features",
            udf((UDF1<Vector, Vector>) v -> scaled(v, 1e-12), SQLDataTypes.VectorType())
                .apply(col("features")));
    assertSays(
        "whose square single precision does not hold", () -> all.copy(ParamMap.empty()).fit(tiny));
  }

  private static Vector scaled(Vector vector, double by) {
    return Vectors.dense(Arrays.stream(vector.toArray()).map(x -> by * x).toArray());
  }

  @Test
  void emptyPartitionsAndSingleOnesAreFine() {
    double[] whole = estimator().fit(ROWS.coalesce(1)).dictionary().toArray();
    Dataset<Row> sparse = ROWS.repartition(100, col("id").divide(200).cast(DataTypes.IntegerType));
    double[] found = estimator().fit(sparse.sortWithinPartitions("id")).dictionary().toArray();
    assertEquals(whole.length, found.length);
  }

  @Test
  void rowsThatCannotBeCodedAreNamed() {
    LatentFeaturesModel model = estimator().fit(ROWS);
    assertSays(
        "vectors of 4 entries for a model of 6 columns",
        () -> model.transform(zeros(4)).collectAsList());
    Dataset<Row> missing =
        ROWS.withColumn("features", when(col("id").notEqual(lit(250)), col("features")));
    assertSays(
        "row 51 (counting from 1) of partition 2 (from 0) is null",
        () -> model.transform(missing).collectAsList());
    assertSays("there is a column codes already", () -> model.transform(model.transform(ROWS)));
    assertEquals(
        400,
        model.transform(spoilt(Vectors.dense(Double.NaN, 0, 0, 0, 0, 0))).count(),
        "missing entries are coded");
  }
}
