package org.latentfeature.fit.identifiability;

import org.latentfeature.data.BitVector;

/**
 * A binary vector in the span of Z that is none of its columns: z = Z c.
 *
 * @param column z, N entries
 * @param combination c, K coefficients
 */
public record SpanVector(BitVector column, Combination combination) {}
