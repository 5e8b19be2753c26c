/**
 * Independent features from third and fourth cumulants (docs/cumulants.md): in the whitened signal
 * the features are orthogonal directions of extreme cumulants; an ascent finds all of them at once,
 * and each splits the rows at a threshold.
 *
 * <p>API: {@link CumulantOptions}.
 *
 * <p>SPI: {@link CumulantSearch}.
 *
 * <p>What else is public is internal.
 */
@NullMarked
package org.latentfeature.columns.cumulant;

import org.jspecify.annotations.NullMarked;
