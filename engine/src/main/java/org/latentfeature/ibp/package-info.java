/**
 * The Indian buffet process and its finite form: collapsed Gibbs sampling of Z with the dictionary
 * integrated out, in K dimensions only; and what posteriors tell. Mathematics:
 * docs/indian-buffet.md.
 *
 * <p>API: {@link AnnealOptions}, {@link Convergence}, {@link IndianBuffetModel}, {@link
 * IndianBuffetOptions}, {@link Posterior}, {@link Sample}.
 *
 * <p>SPI: {@link ChainState}, {@link Continuation}, {@link FeaturePrior}, {@link FiniteFeatures},
 * {@link InfiniteFeatures}, {@link Scales}.
 *
 * <p>What else is public is internal.
 */
@NullMarked
package org.latentfeature.ibp;

import org.jspecify.annotations.NullMarked;
