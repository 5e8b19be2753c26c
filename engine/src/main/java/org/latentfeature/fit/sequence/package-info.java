/**
 * Rows in order of time, whose bits persist (docs/order.md): codes by a factorial hidden Markov
 * model, exact up to twelve features.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.fit.sequence;

import org.jspecify.annotations.NullMarked;
