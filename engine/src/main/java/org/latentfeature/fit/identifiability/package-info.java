/**
 * Uniqueness of a factorisation among those of its size: the condition of Theorem 4 of Yen et al.
 * (ICML 2017) on Z, decided in exact arithmetic, and its premise on W, tried in floating point; and
 * the choice among several of equal size and product.
 *
 * <p>API: {@link Preference}.
 *
 * <p>What else is public is internal.
 */
@NullMarked
package org.latentfeature.fit.identifiability;

import org.jspecify.annotations.NullMarked;
