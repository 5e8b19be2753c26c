package org.latentfeature.examples.spark;

import java.io.IOException;
import java.util.List;
import org.apache.spark.sql.SparkSession;

/** Writes generated rows as a Parquet file, a column {@code id} and one of vectors. */
public final class GenerateRows {

  private GenerateRows() {}

  /**
   * Writes rows.
   *
   * @param args file, rows, columns, K and partitions, each of the last four of which may be left
   *     out with those after it
   */
  public static void main(String[] args) throws IOException {
    if (args.length == 0) {
      System.err.println("generate takes the name of a file, such as rows.parquet");
      System.exit(2);
    }
    GeneratedRows.Size size =
        GeneratedRows.Size.of(
            new Numbers(List.of(args), "generate FILE.parquet " + GeneratedRows.Size.USAGE), 1);
    try (SparkSession spark = Sessions.of("local[2]")) {
      size.on(spark).write().parquet(args[0]);
    }
  }
}
