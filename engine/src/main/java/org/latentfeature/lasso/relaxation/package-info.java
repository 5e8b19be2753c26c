/**
 * Proven upper bounds of the greedy step, max ‖Aᵀz‖ over binary z, from the dual of its SDP.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.lasso.relaxation;

import org.jspecify.annotations.NullMarked;
