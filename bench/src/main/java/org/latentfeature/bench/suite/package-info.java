/**
 * {@code lfm bench}: runs the benchmarks of the steps and prints what they come to in one table.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.bench.suite;

import org.jspecify.annotations.NullMarked;
