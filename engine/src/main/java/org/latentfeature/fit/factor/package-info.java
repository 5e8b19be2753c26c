/**
 * The common parts of all factorisations X ≈ Z W, however their columns are found: exact reductions
 * of the data, alternating refinement, codes of new rows, the expected error of the ground truth,
 * and the saved model.
 *
 * <p>API: {@link BinaryFactorModel}, {@link ColumnTerms}, {@link FactorModel}, {@link
 * Regularisation}.
 *
 * <p>SPI: {@link FactorCoder}, {@link FeatureDetails}, {@link LeastSquares}.
 *
 * <p>What else is public is internal.
 */
@NullMarked
package org.latentfeature.fit.factor;

import org.jspecify.annotations.NullMarked;
