/**
 * The estimator of the lasso, which fits by its variants where options or weights ask for one.
 *
 * <p>SPI: {@link LassoEstimator}.
 */
@NullMarked
package org.latentfeature.lasso.estimator;

import org.jspecify.annotations.NullMarked;
