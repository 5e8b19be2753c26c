package org.latentfeature.examples.spark;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.latentfeature.spark.LatentFeatures;
import org.latentfeature.spark.LatentFeaturesModel;

/** Fits rows that executors hold, codes them there, and writes the model for the command line. */
public final class FitOnSpark {

  private FitOnSpark() {}

  /**
   * Fits rows.
   *
   * @param args master; then a Parquet file and K, or rows, columns, K and partitions of generated
   *     data, each of which may be left out with those after it
   */
  public static void main(String[] args) throws IOException {
    String master = args.length > 0 ? args[0] : "local[2]";
    if (args.length > 1 && args[1].endsWith(".parquet")) {
      int k = new Numbers(List.of(args), "MASTER FILE.parquet [K]").of(2, "K", 20);
      try (SparkSession spark = Sessions.of(master)) {
        fit(spark.read().parquet(args[1]), k);
      }
    } else {
      GeneratedRows.Size size =
          GeneratedRows.Size.of(
              new Numbers(List.of(args), "MASTER " + GeneratedRows.Size.USAGE), 1);
      try (SparkSession spark = Sessions.of(master)) {
        fit(size.on(spark), size.k());
        System.out.println("the noise in the rows has standard deviation 1: no rmse is much below");
      }
    }
  }

  private static void fit(Dataset<Row> rows, int k) {
    long start = System.nanoTime();
    LatentFeaturesModel model = new LatentFeatures().setK(k).fit(rows);
    System.out.printf(
        "%d features, rmse %.4f, %d rounds, %.1f s%n",
        model.dictionary().numRows(),
        model.rmse(),
        model.rounds(),
        (System.nanoTime() - start) / 1e9);

    Dataset<Row> coded = model.transform(rows);
    coded.select("codes").show(3, false);
    Path file = Path.of("features.lfm").toAbsolutePath();
    model.writeLfm(file);
    System.out.println("wrote the model to " + file + ", for every command of lfm");
  }
}
