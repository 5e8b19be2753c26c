/** Tests of fits on Spark. */
@NullMarked
package org.latentfeature.spark;

import org.jspecify.annotations.NullMarked;
