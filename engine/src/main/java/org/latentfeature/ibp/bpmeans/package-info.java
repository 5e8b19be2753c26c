/**
 * BP-means (Broderick, Kulis &amp; Jordan 2013): minimises ‖X − Z A‖² + λ²K, what the posterior of
 * the Indian buffet process becomes as its noise vanishes. Mathematics: docs/bp-means.md.
 *
 * <p>API: {@link BpMeansOptions}.
 *
 * <p>What else is public is internal.
 */
@NullMarked
package org.latentfeature.ibp.bpmeans;

import org.jspecify.annotations.NullMarked;
