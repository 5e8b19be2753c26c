/**
 * The steps of the lasso over sparse rows on the host CPU, at a cost by entries that are not zero:
 * the residual A = X − Z W is never formed (docs/lasso.md, section 2). Plain Java, for all CPU
 * backends.
 *
 * <p>SPI: {@link SparseSteps}.
 */
@NullMarked
package org.latentfeature.backend.sparse;

import org.jspecify.annotations.NullMarked;
