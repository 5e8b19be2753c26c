/**
 * Estimators composed of the methods of other packages.
 *
 * <p>API: {@link SpectralOptions}, {@link VariationalOptions}.
 *
 * <p>SPI: {@link LassoEstimator}.
 *
 * <p>What else is public is internal.
 */
@NullMarked
package org.latentfeature.method;

import org.jspecify.annotations.NullMarked;
