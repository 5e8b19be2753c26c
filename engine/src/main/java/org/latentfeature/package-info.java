/**
 * The door: {@link LatentFeatures} names every estimator.
 *
 * <p>API: {@link LatentFeatures}.
 */
@NullMarked
package org.latentfeature;

import org.jspecify.annotations.NullMarked;
