/**
 * Images: reading and writing, planes and patches, opponent colours, noise estimation.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.image;

import org.jspecify.annotations.NullMarked;
