/**
 * Which methods a fit goes through: estimators made of what the rooms below find.
 *
 * <p>API: {@link CumulantOptions}, {@link SpectralModel}, {@link SpectralOptions}, {@link
 * VerifiedLasso}.
 *
 * <p>SPI: {@link LassoEstimator}.
 *
 * <p>What else is public is internal.
 */
@NullMarked
package org.latentfeature.method;

import org.jspecify.annotations.NullMarked;
