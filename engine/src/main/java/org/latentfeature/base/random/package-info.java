/**
 * Random numbers: seeded streams, and numbers addressed by seed, row and column.
 *
 * <p>SPI: {@link CounterRandom}, {@link RandomStream}.
 *
 * <p>What else is public is internal.
 */
@NullMarked
package org.latentfeature.base.random;

import org.jspecify.annotations.NullMarked;
