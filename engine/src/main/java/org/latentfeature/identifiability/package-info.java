/**
 * Whether a factorisation is the only one of its size: the condition of Theorem 4 of Yen et al.
 * (ICML 2017), decided in exact arithmetic, and how often random incidence matrices fail it.
 */
@NullMarked
package org.latentfeature.identifiability;

import org.jspecify.annotations.NullMarked;
