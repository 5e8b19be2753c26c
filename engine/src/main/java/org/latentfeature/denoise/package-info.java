/**
 * Pictures without their noise: overlapping patches are coded by a Markov latent feature model that
 * is learned from the noisy picture itself (Zhang &amp; Paisley 2016, section 5.1). What follows,
 * if wished, is no part of that model: groups of similar patches, filtered by their covariance.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.denoise;

import org.jspecify.annotations.NullMarked;
