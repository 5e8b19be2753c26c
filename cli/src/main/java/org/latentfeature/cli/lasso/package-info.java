/**
 * Commands of the Latent Feature Lasso.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.cli.lasso;

import org.jspecify.annotations.NullMarked;
