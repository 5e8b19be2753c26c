/**
 * Commands of Markov latent feature models.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.cli.markov;

import org.jspecify.annotations.NullMarked;
