package org.latentfeature.spark;

import java.util.function.Supplier;
import org.apache.spark.api.java.JavaSparkContext;
import org.latentfeature.backend.BackendException;
import org.latentfeature.data.DataException;

/** Spark's jobs, as its pages and its users see them. */
final class Jobs {

  private Jobs() {}

  /**
   * Runs a job.
   *
   * @param description in Spark's pages
   * @throws DataException the task's own, if one failed because of its rows
   * @throws BackendException likewise, if it failed because of its machine
   */
  static <T> T run(JavaSparkContext spark, String description, Supplier<T> job) {
    String before = spark.getLocalProperty("spark.job.description");
    spark.setJobDescription("latent features: " + description);
    try {
      return job.get();
    } catch (Exception e) { // SparkException is checked, but nothing of Spark's declares it.
      throw reason(description, e);
    } finally {
      spark.setJobDescription(before);
    }
  }

  /** The exception of the task, if Spark brought one of ours. */
  private static RuntimeException reason(String description, Exception failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof DataException || cause instanceof BackendException) {
        return (RuntimeException) cause;
      }
    }
    return failure instanceof RuntimeException unchecked
        ? unchecked
        : new IllegalStateException(description + " failed: " + failure.getMessage(), failure);
  }
}
