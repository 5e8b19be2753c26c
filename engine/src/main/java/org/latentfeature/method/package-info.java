/**
 * Estimators composed of the methods of other packages.
 *
 * <p>API: {@link AnnealOptions}, {@link CumulantOptions}, {@link IndianBuffetModel}, {@link
 * IndianBuffetOptions}, {@link SpectralModel}, {@link SpectralOptions}, {@link VariationalOptions},
 * {@link VertexOptions}.
 *
 * <p>SPI: {@link LassoEstimator}.
 *
 * <p>What else is public is internal.
 */
@NullMarked
package org.latentfeature.method;

import org.jspecify.annotations.NullMarked;
