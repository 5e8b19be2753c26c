/**
 * Markov latent feature models (Zhang &amp; Paisley, ICML 2016): a row's features are the states
 * that a Markov chain visits between two visits to a null state, its weights are real; fitted by
 * batch or stochastic variational inference, finite or with a hierarchical Dirichlet process.
 *
 * <p>API: {@link Coding}, {@link Inference}, {@link MarkovLatentFeatures}, {@link MarkovModel},
 * {@link MarkovOptions}, {@link MarkovParameters}, {@link MarkovResult}, {@link TransitionPrior}.
 *
 * <p>SPI: {@link MarkovStages}.
 *
 * <p>What else is public is internal.
 */
@NullMarked
package org.latentfeature.markov;

import org.jspecify.annotations.NullMarked;
