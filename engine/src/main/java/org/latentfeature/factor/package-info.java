/**
 * What every factorisation X ≈ Z W has in common, whatever found its columns: the exact reductions
 * of the data, alternating refinement, codes of new rows, what the truth would leave, and the model
 * that is saved.
 *
 * <p>API: {@link BinaryFactorModel}, {@link FactorCoder}, {@link FactorModel}.
 *
 * <p>What else is public is internal.
 */
@NullMarked
package org.latentfeature.factor;

import org.jspecify.annotations.NullMarked;
