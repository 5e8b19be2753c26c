/** Benchmarks: every timing of the project lives here, never in a test. */
@NullMarked
package org.latentfeature.bench;

import org.jspecify.annotations.NullMarked;
