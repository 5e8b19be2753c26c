package org.latentfeature.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.latentfeature.data.Matrix;

/** Sessions of tests, and their data. */
final class Sessions {

  private Sessions() {}

  /** A session on this machine alone. */
  static SparkSession of(String master) {
    return builder(master).getOrCreate();
  }

  static SparkSession.Builder builder(String master) {
    return SparkSession.builder()
        .master(master)
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", "4");
  }

  /** The rows of {@code x} with their numbers, in so many partitions, in order. */
  static Dataset<Row> rows(SparkSession spark, Matrix x, int partitions) {
    List<Row> rows = new ArrayList<>();
    double[] all = x.toDense().values();
    for (int i = 0; i < x.rows(); i++) {
      double[] row = Arrays.copyOfRange(all, i * x.cols(), (i + 1) * x.cols());
      rows.add(RowFactory.create(i, Vectors.dense(row)));
    }
    StructType schema =
        new StructType()
            .add("id", DataTypes.IntegerType)
            .add("features", SQLDataTypes.VectorType());
    return spark.createDataFrame(
        JavaSparkContext.fromSparkContext(spark.sparkContext()).parallelize(rows, partitions),
        schema);
  }

  /** Runs {@code event} when so many rounds have begun. */
  static void atRound(SparkSession spark, int rounds, Runnable event) {
    AtomicInteger seen = new AtomicInteger();
    spark
        .sparkContext()
        .addSparkListener(
            new SparkListener() {
              @Override
              public void onJobStart(SparkListenerJobStart start) {
                String what = start.properties().getProperty("spark.job.description", "");
                if (what.contains("round") && seen.incrementAndGet() == rounds) {
                  event.run();
                }
              }
            });
  }
}
