/**
 * Pictures: reading and writing, planes and patches, opponent colours, the level of the noise.
 *
 * <p>API: {@link Picture}, {@link PictureReader}, {@link PictureWriter}.
 *
 * <p>What else is public is internal.
 */
@NullMarked
package org.latentfeature.image;

import org.jspecify.annotations.NullMarked;
