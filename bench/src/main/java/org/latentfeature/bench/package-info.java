/**
 * Benchmarks: every timing of the project lives here, never in a test.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.bench;

import org.jspecify.annotations.NullMarked;
