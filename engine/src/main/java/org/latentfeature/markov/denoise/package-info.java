/**
 * Image denoising: overlapping patches are coded by a Markov latent feature model learned from the
 * noisy image itself (Zhang &amp; Paisley 2016, section 5.1). An optional second stage, not part of
 * that model, filters groups of similar patches by their covariance.
 *
 * <p>API: {@link DenoiseOptions}, {@link Denoiser}, {@link Refinement}.
 *
 * <p>What else is public is internal.
 */
@NullMarked
package org.latentfeature.markov.denoise;

import org.jspecify.annotations.NullMarked;
