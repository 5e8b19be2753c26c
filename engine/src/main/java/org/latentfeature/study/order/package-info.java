/**
 * Model order: the number of features that the data speak for (docs/number-of-features.md).
 *
 * <p>API: {@link OrderSelection}.
 *
 * <p>SPI: {@link HeldOutEntries}.
 */
@NullMarked
package org.latentfeature.study.order;

import org.jspecify.annotations.NullMarked;
