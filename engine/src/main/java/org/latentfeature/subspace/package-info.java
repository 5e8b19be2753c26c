/**
 * Binary columns in the span of the data, found one by one and verified one by one
 * (docs/subspace.md): the rows are whitened, where true columns are maxima of a vector relaxation,
 * the maxima are rounded, and a column counts as found if no more of it lies outside the span than
 * the noise puts there.
 *
 * <p>SPI: {@link ColumnSearch}, {@link VerifiedColumn}.
 */
@NullMarked
package org.latentfeature.subspace;

import org.jspecify.annotations.NullMarked;
