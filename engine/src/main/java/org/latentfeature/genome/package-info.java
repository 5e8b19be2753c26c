/** Tables of people's genotypes, read for estimators that take a matrix with missing entries. */
@NullMarked
package org.latentfeature.genome;

import org.jspecify.annotations.NullMarked;
