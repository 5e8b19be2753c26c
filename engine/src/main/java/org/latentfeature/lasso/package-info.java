/**
 * The Latent Feature Lasso (Yen et al., ICML 2017): the greedy outer loop, the corrective step,
 * rounding, refinement and the path.
 *
 * <p>API: {@link Certificate}, {@link Certifier}, {@link LassoModel}, {@link LassoOptions}, {@link
 * LassoResult}, {@link LatentFeatureLasso}, {@link Method}, {@link PathResult}, {@link Penalty},
 * {@link Reduction}, {@link SearchOptions}, {@link Variant}, {@link Verified}.
 *
 * <p>SPI: {@link LassoStages}.
 *
 * <p>What else is public is internal.
 */
@NullMarked
package org.latentfeature.lasso;

import org.jspecify.annotations.NullMarked;
