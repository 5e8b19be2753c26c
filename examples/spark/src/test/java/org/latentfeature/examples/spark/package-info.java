/** Tests of programs on Spark. */
@NullMarked
package org.latentfeature.examples.spark;

import org.jspecify.annotations.NullMarked;
