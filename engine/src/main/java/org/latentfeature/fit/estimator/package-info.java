/**
 * The interface of every estimator: fitting, coding, and the list of all. An estimator implements
 * {@link org.latentfeature.fit.estimator.Estimator} and is named in a {@code META-INF/services}
 * file; code that fits, applies or reports models depends on nothing else of it.
 *
 * <p>API: {@link Estimator}, {@link Estimators}, {@link FitRequest}, {@link Weights}, {@link
 * SampleSize}, {@link Fitted}.
 *
 * <p>SPI: {@link Accepts}, {@link Checkpoints}, {@link MemoryNeed}, {@link Provenance}.
 */
@NullMarked
package org.latentfeature.fit.estimator;

import org.jspecify.annotations.NullMarked;
