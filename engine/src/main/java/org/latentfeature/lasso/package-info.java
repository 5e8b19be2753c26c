/**
 * The Latent Feature Lasso (Yen et al., ICML 2017): the greedy outer loop, the corrective step,
 * rounding, refinement and the path.
 */
@NullMarked
package org.latentfeature.lasso;

import org.jspecify.annotations.NullMarked;
