/**
 * Pictures: reading and writing, planes and patches, opponent colours, the level of the noise.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.image;

import org.jspecify.annotations.NullMarked;
