/**
 * The first day with a GPU: everything there is to measure, in order, into one report.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.bench.day;

import org.jspecify.annotations.NullMarked;
