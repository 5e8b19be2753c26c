/**
 * Uniqueness of a factorisation among those of its size: the condition of Theorem 4 of Yen et al.
 * (ICML 2017) on Z, decided in exact arithmetic, and its premise on W, tried in floating point.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.study.identifiability;

import org.jspecify.annotations.NullMarked;
