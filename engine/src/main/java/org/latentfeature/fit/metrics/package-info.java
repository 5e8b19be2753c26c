/**
 * Errors of a factorisation, against the data and against a known ground truth.
 *
 * <p>API: {@link Hamming}, {@link Rmse}.
 *
 * <p>What else is public is internal.
 */
@NullMarked
package org.latentfeature.fit.metrics;

import org.jspecify.annotations.NullMarked;
