/**
 * Ratings that were held out, predicted by features and by factors (docs/imputation.md).
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.evidence.ratings;

import org.jspecify.annotations.NullMarked;
