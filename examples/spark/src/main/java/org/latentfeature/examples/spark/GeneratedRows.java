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
import org.latentfeature.base.random.RandomStream;

/**
 * Rows z W + noise that executors make themselves, the same for the same numbers: each feature is
 * on in half of the rows, entries of W and of the noise are standard normal.
 */
final class GeneratedRows implements Serializable {

  private static final long serialVersionUID = 1L;

  private final int columns;
  private final double[][] w;

  /**
   * How many.
   *
   * @param k number of features in them
   */
  record Size(int rows, int columns, int k, int partitions) {

    /** The arguments of a command line, for a usage message. */
    static final String USAGE = "[ROWS [COLUMNS [K [PARTITIONS]]]]";

    /**
     * Reads a command line.
     *
     * @param numbers 1,000,000, 100, 20 and 4 where it has none
     * @param at place of the rows in it
     */
    static Size of(Numbers numbers, int at) {
      return new Size(
          numbers.of(at, "ROWS", 1_000_000),
          numbers.of(at + 1, "COLUMNS", 100),
          numbers.of(at + 2, "K", 20),
          numbers.of(at + 3, "PARTITIONS", 4));
    }

    /** Generates them. */
    Dataset<Row> on(SparkSession spark) {
      return new GeneratedRows(columns, k).on(spark, rows, partitions);
    }
  }

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
