package org.latentfeature.spark;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.udf;
import static org.apache.spark.sql.functions.when;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
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
import org.junit.jupiter.api.io.TempDir;
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

  private static final Vector NONE = Vectors.dense(new double[6]);

  static {
    Arrays.fill(NONE.toArray(), Double.NaN);
  }

  /** Of {@link #spoilt}. */
  private static final String PLACE = "row 50 of partition 2 (counted from 0) of column features ";

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
        "column id is int, expected a vector or an array of numbers; assemble columns of numbers with VectorAssembler",
        () -> estimator().setFeaturesCol("id").fit(ROWS));
    LatentFeatures other = estimator().setFeaturesCol("other");
    assertSays(
        "column other is array<boolean>, expected a vector or an array of numbers; cast it to array<double>",
        () -> other.fit(ROWS.withColumn("other", array(lit(true)))));
    assertSays(
        "column other is array<array<int>>, expected a vector or an array of numbers; make each row one array with functions.flatten",
        () -> other.fit(ROWS.withColumn("other", array(array(lit(1))))));
    assertSays(
        "there is no column x; choose one of id, features by setFeaturesCol",
        () -> estimator().setFeaturesCol("x").fit(ROWS));
    assertSays("there is a column id already", () -> estimator().setOutputCol("id").fit(ROWS));
  }

  @Test
  void rowsThatNoFitTakesAreNamed() {
    assertSays(
        PLACE + "has 4 entries, expected 6; all rows must be as long as the partition's first",
        () -> estimator().fit(spoilt(Vectors.dense(new double[4]))));
    assertSays(
        PLACE
            + "has NaN at index 1; a missing entry: drop the row, fill the entry in, or setEstimator(\"markov\")",
        () -> estimator().fit(spoilt(Vectors.dense(0, Double.NaN, 0, 0, 0, 0))));
    assertSays(
        PLACE + "has Infinity at index 5; entries must be finite",
        () ->
            estimator()
                .fit(
                    spoilt(
                        Vectors.sparse(
                            6, new int[] {5}, new double[] {Double.POSITIVE_INFINITY}))));
    assertSays(
        "1.0E39 at index 0; beyond the largest 32-bit float",
        () -> estimator().fit(spoilt(Vectors.dense(1e39, 0, 0, 0, 0, 0))));
    Dataset<Row> missing =
        ROWS.withColumn("features", when(col("id").notEqual(lit(250)), col("features")));
    assertSays(
        PLACE + "has no known entry; drop the row",
        () -> estimator().setEstimator("markov").fit(spoilt(NONE)));
    assertSays(PLACE + "is null; drop it", () -> estimator().fit(missing));
    assertSays("all entries of X are zero", () -> estimator().fit(zeros(4)));
    Dataset<Row> wider = ROWS.union(zeros(7));
    assertSays(
        "of column features have 7 entries, those of partition 0 have 6; all rows must have one",
        () -> estimator().fit(wider));
    Row wide = RowFactory.create(0, Vectors.sparse(1 << 30, new int[] {7}, new double[] {1}));
    assertSays(
        "not enough memory for K = 3 and 1,073,741,824 columns",
        () -> estimator().fit(SPARK.createDataFrame(List.of(wide, wide, wide), ROWS.schema())));
    Dataset<Row> equal = ROWS.withColumn("features", array(lit(1), lit(2)));
    assertSays("all 400 rows of X are equal", () -> estimator().setSample("400").fit(equal));
    assertSays("set sample to more rows, or to all", () -> estimator().fit(equal));
    assertSays("the dataset has no rows", () -> estimator().fit(ROWS.filter("id < 0")));
  }

  private static Dataset<Row> zeros(int columns) {
    Row row = RowFactory.create(0, Vectors.zeros(columns));
    return SPARK.createDataFrame(List.of(row, row, row, row), ROWS.schema());
  }

  @Test
  void optionsAreNamed() {
    assertSays("K is 0; it must be at least 1", () -> estimator().setK(0));
    assertSays("checkpointInterval is -1", () -> estimator().setCheckpointInterval(-1));
    assertSays("emptyRows is no; it must be error or zero", () -> estimator().setEmptyRows("no"));
    assertSays("call setK", () -> new LatentFeatures().fit(ROWS));
    assertSays("did you mean lasso?", () -> estimator().setEstimator("laso").fit(ROWS));
    assertSays(
        "cannot be extended from a sample to all rows; use one of anneal, bp-means, cumulants, lasso, markov, mf-binary, spectral, variational",
        () -> estimator().setEstimator("indian-buffet").fit(ROWS));
    assertSays("write it as name=value", () -> estimator().setOptions("verified").fit(ROWS));
    assertSays(
        "there is no option \"max_steps\"; choose one of penalty, method, corrective, reduce, empty-columns, sweep-tolerance, rank, max-sweeps, hyperplanes, candidates, polish-passes, max-steps, ridge, bit-cost; did you mean max-steps?",
        () -> estimator().setOptions("max_steps=10").fit(ROWS));
    assertSays(
        "K is a parameter, not an option of the estimator; call setK",
        () -> estimator().setOptions("K=3").fit(ROWS));
    assertSays("call setSeed", () -> estimator().setOptions("seed=3").fit(ROWS));
    assertSays(
        "option rank is given twice; drop one",
        () -> estimator().setOptions("rank=3", "rank=4").fit(ROWS));
    assertSays(
        "rank is 1; it must be at least 2", () -> estimator().setOptions("rank=1").fit(ROWS));
    assertSays(
        "by a sample minimises the plain squared error of all rows; drop l1",
        () -> estimator().setOptions("l1=0.1").fit(ROWS));
    assertSays("'maybe' is no sample", () -> estimator().setSample("maybe").fit(ROWS));
    assertSays("sample is 200; set sample to all", () -> estimator().setCertify(true).fit(ROWS));
    assertSays("has fewer rows than the 3 features", () -> estimator().setSample("2").fit(ROWS));
    assertSays("there is no backend named 'tpu'", () -> estimator().setBackend("tpu").fit(ROWS));
    assertSays("500", () -> estimator().setK(500).setSample("auto").fit(ROWS));
    assertTrue(
        estimator()
            .setOptions("rank=3", "method=path")
            .explainParams()
            .contains("(default: none, current: rank=3, method=path)"));
  }

  @Test
  void foldersSayWhatIsSavedInThem(@TempDir Path folder) throws IOException {
    String one = folder.resolve("estimator").toString();
    String other = folder.resolve("model").toString();
    estimator().save(one);
    estimator().fit(ROWS).save(other);
    assertSays(
        one
            + " holds a saved LatentFeatures, not a LatentFeaturesModel; load it by LatentFeatures.load",
        () -> LatentFeaturesModel.load(one));
    assertSays(
        other
            + " holds a saved LatentFeaturesModel, not a LatentFeatures; load it by LatentFeaturesModel.load",
        () -> LatentFeatures.load(other));
  }

  @Test
  void whatNeedsRowsOnTheDriverIsNamed() {
    LatentFeatures all = estimator().setSample("all");
    assertSays(
        "estimator cumulants fits a sample, but sample is all",
        () -> all.copy(ParamMap.empty()).setEstimator("cumulants").fit(ROWS));
    assertSays(
        "method is \"path\", but a fit of all rows takes lasso or paper; use one of them, or set sample",
        () -> all.copy(ParamMap.empty()).setOptions("method=path").fit(ROWS));
    assertSays(
        "method is \"lazo\", but a fit of all rows takes lasso or paper",
        () -> all.copy(ParamMap.empty()).setOptions("method=lazo").fit(ROWS));
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
        "row 0 of partition 0 (counted from 0) of column features has 4 entries, expected 6; the model has as many columns",
        () -> model.transform(zeros(4).coalesce(1)).collectAsList());
    assertSays(
        "there is no column codes; call transform first, or choose a column of codes by setOutputCol",
        () -> model.reconstruct(ROWS));
    assertSays(
        "of column features has 6 entries, expected 3; the model has as many features",
        () -> model.copy(ParamMap.empty()).setOutputCol("features").reconstruct(ROWS).count());
    Dataset<Row> missing =
        ROWS.withColumn("features", when(col("id").notEqual(lit(250)), col("features")));
    assertSays(PLACE + "is null; drop it", () -> model.transform(missing).collectAsList());
    assertSays("there is a column codes already", () -> model.transform(model.transform(ROWS)));
    assertEquals(
        400,
        model.transform(spoilt(Vectors.dense(Double.NaN, 0, 0, 0, 0, 0))).count(),
        "missing entries are coded");
    Row sparse = RowFactory.create(0, Vectors.sparse(6, new int[] {2}, new double[] {Double.NaN}));
    assertEquals(
        2,
        model
            .transform(SPARK.createDataFrame(List.of(sparse, sparse), ROWS.schema()))
            .collectAsList()
            .size(),
        "of sparse rows, too");
  }

  @Test
  void rowsWithoutAKnownEntryHaveNoFeatureIfAskedFor() {
    LatentFeaturesModel strict = estimator().fit(ROWS);
    assertSays(
        PLACE + "has no known entry; drop the row, or setEmptyRows(\"zero\")",
        () -> strict.transform(spoilt(NONE)).collectAsList());
    for (String name : List.of("lasso", "markov")) {
      LatentFeaturesModel model = estimator().setEstimator(name).setEmptyRows("zero").fit(ROWS);
      List<Row> whole = model.transform(ROWS).collectAsList();
      List<Row> coded = model.transform(spoilt(NONE)).collectAsList();
      for (int i = 0; i < 400; i++) {
        Vector expected = i == 250 ? Vectors.zeros(3) : whole.get(i).getAs(2);
        assertEquals(expected, coded.get(i).<Vector>getAs(2), name + ", row " + i);
      }
    }
  }
}
