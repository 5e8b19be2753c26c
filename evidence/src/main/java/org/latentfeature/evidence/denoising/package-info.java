/**
 * Denoised images beside other methods and recorded figures (Zhang &amp; Paisley 2016, Table 1).
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.evidence.denoising;

import org.jspecify.annotations.NullMarked;
