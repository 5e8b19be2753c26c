/**
 * The steps of a fit as JMH benchmarks: each is a {@link org.latentfeature.bench.step.Step} that
 * runs the code that users run, through the backends' public interfaces.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.bench.step;

import org.jspecify.annotations.NullMarked;
