/**
 * Tables of individuals' genotypes, read into a matrix with missing entries.
 *
 * <p>API: {@link GenotypeOptions}, {@link GenotypeReader}, {@link Genotypes}.
 *
 * <p>What else is public is internal.
 */
@NullMarked
package org.latentfeature.io.genome;

import org.jspecify.annotations.NullMarked;
