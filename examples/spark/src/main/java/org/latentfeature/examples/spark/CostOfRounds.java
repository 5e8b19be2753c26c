package org.latentfeature.examples.spark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobEnd;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.sql.SparkSession;
import org.latentfeature.spark.LatentFeatures;

/**
 * Measures what a round costs on this machine: an empty job, one with 64 kB each way, and a whole
 * round of a fit, for 4, 16 and 64 partitions. Medians.
 */
public final class CostOfRounds {

  private static final int TRIES = 25;
  private static final int KILOBYTES = 64;

  private CostOfRounds() {}

  /**
   * Measures.
   *
   * @param args rows, columns, K and the sample, such as {@code all} for a fit of all rows; each
   *     may be left out with those after it
   */
  public static void main(String[] args) throws IOException {
    Numbers numbers = new Numbers(List.of(args), "costs [ROWS [COLUMNS [K [SAMPLE]]]]");
    int rows = numbers.of(0, "ROWS", 200_000);
    int columns = numbers.of(1, "COLUMNS", 100);
    int k = numbers.of(2, "K", 20);
    String sample = args.length > 3 ? args[3] : "2000";
    try (SparkSession spark = Sessions.of("local[2]")) {
      System.out.println("partitions  empty job  64 kB each way  whole round  rounds");
      for (int partitions : new int[] {4, 16, 64}) {
        JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
        double empty = median(TRIES, () -> empty(context, partitions));
        double message = median(TRIES, () -> message(context, partitions));
        Rounds rounds = new Rounds();
        spark.sparkContext().addSparkListener(rounds);
        new LatentFeatures()
            .setK(k)
            .setSample(sample)
            .fit(new GeneratedRows(columns, k).on(spark, rows, partitions));
        spark.sparkContext().removeSparkListener(rounds);
        System.out.printf(
            "%10d  %7.4f s  %12.4f s  %9.4f s  %6d%n",
            partitions, empty, message, middle(rounds.seconds), rounds.seconds.size());
      }
    }
  }

  private static void empty(JavaSparkContext spark, int partitions) {
    spark.parallelize(List.<Integer>of(), partitions).count();
  }

  private static void message(JavaSparkContext spark, int partitions) {
    Broadcast<double[]> out = spark.broadcast(new double[KILOBYTES * 1024 / Double.BYTES]);
    List<Integer> numbers = IntStream.range(0, partitions).boxed().toList();
    spark.parallelize(numbers, partitions).map(i -> out.value().clone()).collect();
    out.destroy();
  }

  private static double median(int tries, Runnable work) {
    List<Double> seconds = new ArrayList<>();
    for (int i = 0; i < tries; i++) {
      long start = System.nanoTime();
      work.run();
      seconds.add((System.nanoTime() - start) / 1e9);
    }
    return middle(seconds);
  }

  private static double middle(List<Double> seconds) {
    List<Double> sorted = new ArrayList<>(seconds);
    Collections.sort(sorted);
    return sorted.get(sorted.size() / 2);
  }

  /** The seconds of a fit's rounds, as Spark tells them. */
  private static final class Rounds extends SparkListener {

    private final Map<Integer, Long> begun = new HashMap<>();
    private final List<Double> seconds = Collections.synchronizedList(new ArrayList<>());

    @Override
    public void onJobStart(SparkListenerJobStart start) {
      if (start.properties().getProperty("spark.job.description", "").contains("round")) {
        begun.put(start.jobId(), start.time());
      }
    }

    @Override
    public void onJobEnd(SparkListenerJobEnd end) {
      Long from = begun.get(end.jobId());
      if (from != null) {
        seconds.add((end.time() - from) / 1e3);
      }
    }
  }
}
