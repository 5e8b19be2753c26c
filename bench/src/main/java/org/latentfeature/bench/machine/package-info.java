/**
 * The machine that a measurement ran on, and the limits that it sets to every step.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.bench.machine;

import org.jspecify.annotations.NullMarked;
