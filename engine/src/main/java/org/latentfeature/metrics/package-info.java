/** Errors of a factorisation, against the data and against a known truth. */
@NullMarked
package org.latentfeature.metrics;

import org.jspecify.annotations.NullMarked;
