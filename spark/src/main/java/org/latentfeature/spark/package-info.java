/**
 * Fits of rows that lie on many machines, as estimators of Apache Spark's {@code spark.ml}: {@link
 * LatentFeatures}. The algorithms are the engine's; here is what carries rows, dictionaries and
 * sums.
 *
 * <p>{@link PartitionedRows} are the rows as Spark keeps them, for fits by a sample: its codes and
 * its paths are {@link PartitionedCodes} and {@link PartitionedPaths}. What begins with Cluster
 * makes a backend of the executors, on which the engine's steps run over all rows ({@link
 * ClusterBackend}). Either way a round is one job, whose {@link PartitionSums} are added in order.
 */
@NullMarked
package org.latentfeature.spark;

import org.jspecify.annotations.NullMarked;
