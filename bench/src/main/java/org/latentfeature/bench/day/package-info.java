/**
 * The first day with a card: everything there is to measure, in order, into one report.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.bench.day;

import org.jspecify.annotations.NullMarked;
