/** Programs that fit latent features on Apache Spark. */
@NullMarked
package org.latentfeature.examples.spark;

import org.jspecify.annotations.NullMarked;
