/**
 * Shares of ancestral populations in individuals (Jaffe et al. 2018, section 5), by eigenpairs of
 * third moments (docs/spectral.md, section 9) and, to compare with, by alternating least squares.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.evidence.admixture;

import org.jspecify.annotations.NullMarked;
