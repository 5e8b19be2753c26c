/** Commands of the Latent Feature Lasso. */
@NullMarked
package org.latentfeature.cli.lasso;

import org.jspecify.annotations.NullMarked;
