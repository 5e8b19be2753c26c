/**
 * The admixture model of genotypes (docs/admixture.md): shares of ancestral populations in
 * individuals, by maximum likelihood, alternating least squares or tensor eigenpairs.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.admixture;

import org.jspecify.annotations.NullMarked;
