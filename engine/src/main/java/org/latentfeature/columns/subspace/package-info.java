/**
 * Binary columns in the span of the data, found one by one and verified one by one
 * (docs/subspace.md): in the whitened rows true columns are maxima of a vector relaxation, the
 * maxima are rounded, and a column is verified if its share outside the span is no larger than
 * noise explains.
 *
 * <p>SPI: {@link ColumnSearch}, {@link VerifiedColumn}.
 *
 * <p>What else is public is internal.
 */
@NullMarked
package org.latentfeature.columns.subspace;

import org.jspecify.annotations.NullMarked;
