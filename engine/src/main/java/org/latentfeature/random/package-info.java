/** Random numbers: seeded streams, and numbers addressed by seed, row and column. */
@NullMarked
package org.latentfeature.random;

import org.jspecify.annotations.NullMarked;
