package org.latentfeature.markov.denoise;

import org.latentfeature.io.image.Plane;

/**
 * A denoised plane.
 *
 * @param plane its pixels
 * @param patchFeatures mean number of features of a coded patch, its mean not counted; NaN if no
 *     patch was coded before the work was stopped
 */
public record DenoisedPlane(Plane plane, double patchFeatures) {}
