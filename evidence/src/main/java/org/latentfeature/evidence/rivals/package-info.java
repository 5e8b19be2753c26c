/**
 * Denoising by other methods, for comparison only: K-SVD (Elad &amp; Aharon 2006) and total
 * variation (Chambolle 2004).
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.evidence.rivals;

import org.jspecify.annotations.NullMarked;
