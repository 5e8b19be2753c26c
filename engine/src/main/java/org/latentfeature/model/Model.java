package org.latentfeature.model;

import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.linalg.Dense;

/**
 * A fitted factorisation X ≈ Z W and where it came from. Immutable by agreement: {@code w} is not
 * copied, and its owner must leave it as it is.
 *
 * @param manifest how it was made
 * @param z incidence, N×K
 * @param w dictionary, K×D
 */
public record Model(Manifest manifest, BinaryMatrix z, Dense w) {

  /**
   * Checks the shapes.
   *
   * @throws IllegalArgumentException if those of the matrices are not the manifest's
   */
  public Model {
    if (z.rows() != manifest.rows()
        || z.cols() != manifest.features()
        || w.rows() != manifest.features()
        || w.cols() != manifest.columns()) {
      throw new IllegalArgumentException(
          "Z is "
              + z.rows()
              + "×"
              + z.cols()
              + " and W is "
              + w.rows()
              + "×"
              + w.cols()
              + ", but the manifest says N = "
              + manifest.rows()
              + ", K = "
              + manifest.features()
              + ", D = "
              + manifest.columns());
    }
  }
}
