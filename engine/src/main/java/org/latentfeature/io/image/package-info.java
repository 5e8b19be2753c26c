/**
 * Images: reading and writing, planes and patches, opponent colours, noise estimation.
 *
 * <p>API: {@link PatchMean}, {@link Picture}, {@link PictureReader}, {@link PictureWriter}, {@link
 * Plane}.
 *
 * <p>SPI: {@link Depth}.
 *
 * <p>What else is public is internal.
 */
@NullMarked
package org.latentfeature.io.image;

import org.jspecify.annotations.NullMarked;
