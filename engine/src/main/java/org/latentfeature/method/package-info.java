/**
 * Compositions of ways to features that do not know each other: the lasso with columns proposed by
 * others, and a portfolio of searches.
 *
 * <p>API: {@link SpectralOptions}.
 *
 * <p>SPI: {@link LassoEstimator}.
 *
 * <p>What else is public is internal.
 */
@NullMarked
package org.latentfeature.method;

import org.jspecify.annotations.NullMarked;
