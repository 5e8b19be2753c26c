package org.latentfeature.io.image;

/** Handling of a patch's mean when the patch is cut out. */
public enum PatchMean {
  /** It is subtracted from the patch and returned separately. */
  REMOVED,
  /** It stays in the patch; the returned mean is 0. */
  KEPT
}
