/**
 * Tables of people's genotypes, read for estimators that take a matrix with missing entries.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.genome;

import org.jspecify.annotations.NullMarked;
