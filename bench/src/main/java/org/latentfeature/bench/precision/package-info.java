/**
 * What reduced precision and other schedules of the sweeps cost in accuracy: searches for atoms
 * that round as a GPU would, within fits of the lasso.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.bench.precision;

import org.jspecify.annotations.NullMarked;
