/**
 * Matrices, their checks and preparation, and synthetic problems.
 *
 * <p>API: {@link BinaryMatrix}, {@link BitVector}, {@link DataException}, {@link DataFacts}, {@link
 * Dataset}, {@link FileRows}, {@link Matrix}, {@link Rows}, {@link SparseRows}, {@link
 * Standardisation}, {@link SyntheticProblem}.
 *
 * <p>SPI: {@link BlockReader}, {@link KnownColumns}, {@link MatrixShape}, {@link MissingEntries},
 * {@link Pass}, {@link Phrase}, {@link RemoteRows}, {@link RowSum}, {@link SparseBlockReader}.
 *
 * <p>What else is public is internal.
 */
@NullMarked
package org.latentfeature.data;

import org.jspecify.annotations.NullMarked;
