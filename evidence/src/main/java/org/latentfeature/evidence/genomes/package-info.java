/**
 * Predictions of individuals that were held out (Zhang &amp; Paisley 2016, Figure 3).
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.evidence.genomes;

import org.jspecify.annotations.NullMarked;
