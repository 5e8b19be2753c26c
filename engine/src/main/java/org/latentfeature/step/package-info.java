/**
 * The steps that backends compute over the rows of X: their limits, checks and counters.
 *
 * <p>SPI: {@link AtomRanking}, {@link AtomSearch}, {@link Candidates}, {@link Capabilities}, {@link
 * CodeSums}, {@link Contrast}, {@link Counters}, {@link Factorisation}, {@link Guard}, {@link
 * Incidence}, {@link Limits}, {@link Moments}, {@link Opened}, {@link PartLayout}, {@link Parts},
 * {@link PathCoder}, {@link Projections}, {@link Resident}, {@link ResidentRows}, {@link
 * RowCoding}, {@link SoftFactorisation}, {@link StepTally}, {@link UnitVectors}, {@link WorstRows}.
 *
 * <p>What else is public is internal.
 */
@NullMarked
package org.latentfeature.step;

import org.jspecify.annotations.NullMarked;
