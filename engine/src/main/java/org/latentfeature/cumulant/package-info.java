/**
 * Independent features from third and fourth cumulants (docs/cumulants.md): in the whitened signal
 * the features are orthogonal directions of extreme cumulants; an ascent finds all of them at once,
 * and each splits the rows at a threshold.
 *
 * <p>SPI: {@link CumulantSearch}.
 */
@NullMarked
package org.latentfeature.cumulant;

import org.jspecify.annotations.NullMarked;
