package org.latentfeature.image;

/** What becomes of a patch's mean when the patch is cut out. */
public enum PatchMean {
  /** It is taken off the patch and handed over beside it. */
  REMOVED,
  /** It stays in the patch; what is handed over beside it is 0. */
  KEPT
}
