/**
 * Variants of the squared error ‖X − Z W‖²: weights of rows and columns, outliers, W ≥ 0, W with
 * few entries other than 0, an intercept. The search for Z is that of the lasso, on rows that stand
 * for X; {@code WeightedRefinement} refines it for the variant.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.lasso.variant;

import org.jspecify.annotations.NullMarked;
