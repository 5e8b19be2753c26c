/** A third estimator, which nothing outside this package knows of. */
@NullMarked
package org.latentfeature.kmeans;

import org.jspecify.annotations.NullMarked;
