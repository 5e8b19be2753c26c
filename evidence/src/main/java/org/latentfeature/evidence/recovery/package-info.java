/**
 * Measurements of our own: what fits recover of data with a known ground truth.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.evidence.recovery;

import org.jspecify.annotations.NullMarked;
