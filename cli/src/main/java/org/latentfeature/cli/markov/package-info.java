/** Commands of Markov latent feature models. */
@NullMarked
package org.latentfeature.cli.markov;

import org.jspecify.annotations.NullMarked;
