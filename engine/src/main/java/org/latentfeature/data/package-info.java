/**
 * Matrices, their checks and preparation, and synthetic problems.
 *
 * <p>API: {@link BinaryMatrix}, {@link BitVector}, {@link DataException}, {@link DataFacts}, {@link
 * Dataset}, {@link Matrix}, {@link Standardisation}, {@link SyntheticProblem}.
 *
 * <p>SPI: {@link MatrixShape}, {@link MissingEntries}, {@link Rows}, {@link SparseRows}.
 *
 * <p>What else is public is internal.
 */
@NullMarked
package org.latentfeature.data;

import org.jspecify.annotations.NullMarked;
