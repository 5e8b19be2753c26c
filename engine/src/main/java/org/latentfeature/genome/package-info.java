/**
 * Tables of individuals' genotypes, read into a matrix with missing entries.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.genome;

import org.jspecify.annotations.NullMarked;
