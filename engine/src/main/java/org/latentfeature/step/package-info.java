/**
 * The steps that backends compute over the rows of X: their limits, checks and counters.
 *
 * <p>SPI: {@link AtomRanking}, {@link AtomSearch}, {@link Candidates}, {@link Capabilities}, {@link
 * Contrast}, {@link Counters}, {@link Factorisation}, {@link Guard}, {@link Incidence}, {@link
 * Limits}, {@link Moments}, {@link Opened}, {@link PartLayout}, {@link Parts}, {@link PathCoder},
 * {@link Projections}, {@link Resident}, {@link ResidentRows}, {@link StepTally}, {@link
 * UnitVectors}.
 */
@NullMarked
package org.latentfeature.step;

import org.jspecify.annotations.NullMarked;
