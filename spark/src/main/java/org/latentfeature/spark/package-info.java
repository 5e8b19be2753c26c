/**
 * Fits of rows that lie on many machines, as estimators of Apache Spark's {@code spark.ml}: {@link
 * LatentFeatures}. The algorithms are the engine's; here is what carries rows, dictionaries and
 * sums.
 */
@NullMarked
package org.latentfeature.spark;

import org.jspecify.annotations.NullMarked;
