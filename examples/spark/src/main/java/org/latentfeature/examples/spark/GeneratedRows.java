package org.latentfeature.examples.spark;

import java.io.Serializable;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.functions;
import org.latentfeature.random.RandomStream;

/**
 * Rows z W + noise that executors make themselves, the same for the same numbers: each feature is
 * on in half of the rows, entries of W and of the noise are standard normal.
 */
final class GeneratedRows implements Serializable {

  private static final long serialVersionUID = 1L;

  private final int columns;
  private final double[][] w;

  GeneratedRows(int columns, int k) {
    this.columns = columns;
    RandomStream random = new RandomStream(0, "dictionary");
    w = new double[k][columns];
    for (double[] feature : w) {
      for (int j = 0; j < columns; j++) {
        feature[j] = random.nextGaussian();
      }
    }
  }

  /**
   * Rows of a command line.
   *
   * @param args from place {@code at} on: rows, columns, K and partitions, by default 1,000,000,
   *     100, 20 and 4
   */
  static Dataset<Row> of(SparkSession spark, String[] args, int at) {
    GeneratedRows rows = new GeneratedRows((int) number(args, at + 1, 100), k(args, at));
    return rows.on(spark, number(args, at, 1_000_000), (int) number(args, at + 3, 4));
  }

  /** Their number of features. */
  static int k(String[] args, int at) {
    return (int) number(args, at + 2, 20);
  }

  private static long number(String[] args, int at, long otherwise) {
    return args.length > at ? Long.parseLong(args[at]) : otherwise;
  }

  private Vector row(long number) {
    RandomStream random = new RandomStream(number, "row");
    double[] row = new double[columns];
    for (double[] feature : w) {
      if (random.nextInt(2) == 1) {
        for (int j = 0; j < columns; j++) {
          row[j] += feature[j];
        }
      }
    }
    for (int j = 0; j < columns; j++) {
      row[j] += random.nextGaussian();
    }
    return Vectors.dense(row);
  }

  /** So many rows, in partitions. */
  Dataset<Row> on(SparkSession spark, long rows, int partitions) {
    UDF1<Long, Vector> row = this::row;
    return spark
        .range(0, rows, 1, partitions)
        .withColumn(
            "features", functions.udf(row, SQLDataTypes.VectorType()).apply(functions.col("id")));
  }
}
