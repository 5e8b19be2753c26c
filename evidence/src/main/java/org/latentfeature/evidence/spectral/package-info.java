/**
 * Dictionaries by tensor eigenpairs beside other methods, and shares of ancestral populations
 * (Jaffe et al. 2018; docs/spectral.md).
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.evidence.spectral;

import org.jspecify.annotations.NullMarked;
