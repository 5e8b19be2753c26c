/**
 * Features from moments of the data (docs/spectral.md): eigenpairs of the whitened third moment are
 * directions along which the rows take two values, 0 and 1.
 *
 * <p>API: {@link SpectralModel}, {@link SpectralOptions}.
 *
 * <p>SPI: {@link Candidate}, {@link CodePosterior}, {@link GavishDonoho}, {@link Isolation}, {@link
 * KritchmanNadler}, {@link TensorEigenpairs}, {@link TrueError}.
 *
 * <p>What else is public is internal.
 */
@NullMarked
package org.latentfeature.spectral;

import org.jspecify.annotations.NullMarked;
