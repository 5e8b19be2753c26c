/**
 * Fits of data of any size: a sample of the rows is fitted, its dictionary is extended to all rows,
 * and both are refined together. Rows are added to a model without those of its fit. Knows no
 * estimator; those that can be extended say so, and {@link FactorEstimator} is what those of
 * factorisations have in common.
 *
 * <p>SPI: {@link Samplable}, {@link Extendable}, {@link AllRows}.
 *
 * <p>What else is public is internal.
 */
@NullMarked
package org.latentfeature.fit.scale;

import org.jspecify.annotations.NullMarked;
