/**
 * Features from differences of rows (docs/differences.md): rows that differ in one feature differ
 * by its row of W or by minus that, so that the most frequent differences are the features. It
 * needs no gap of the singular values, and features may be more than columns.
 *
 * <p>API: {@link DifferenceOptions}.
 *
 * <p>SPI: {@link DifferenceSearch}.
 *
 * <p>What else is public is internal.
 */
@NullMarked
package org.latentfeature.columns.difference;

import org.jspecify.annotations.NullMarked;
