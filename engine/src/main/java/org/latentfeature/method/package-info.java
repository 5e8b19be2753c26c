/**
 * Which methods a fit goes through: estimators made of what the rooms below find.
 *
 * <p>API: {@link CumulantOptions}, {@link VerifiedLasso}, {@link VertexOptions}.
 *
 * <p>SPI: {@link CumulantEstimator}, {@link LassoEstimator}, {@link VertexEstimator}.
 */
@NullMarked
package org.latentfeature.method;

import org.jspecify.annotations.NullMarked;
