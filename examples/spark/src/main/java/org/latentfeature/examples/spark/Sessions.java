package org.latentfeature.examples.spark;

import org.apache.spark.sql.SparkSession;

/** Spark on this machine. */
final class Sessions {

  private Sessions() {}

  static SparkSession of(String master) {
    return SparkSession.builder()
        .appName("latent features")
        .master(master)
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        // Executors of local-cluster find the same jars.
        .config("spark.executor.extraClassPath", System.getProperty("java.class.path"))
        .getOrCreate();
  }
}
