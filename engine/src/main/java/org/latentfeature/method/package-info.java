/**
 * The estimator of the lasso, which fits by its variants where the options or weights ask for one.
 *
 * <p>SPI: {@link LassoEstimator}.
 *
 * <p>What else is public is internal.
 */
@NullMarked
package org.latentfeature.method;

import org.jspecify.annotations.NullMarked;
