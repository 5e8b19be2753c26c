package org.latentfeature.factor;

import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.linalg.Dense;
import org.latentfeature.model.Manifest;

/**
 * A factorisation of which its kind tells no more than Z, W and how it was made.
 *
 * @param manifest how it was made
 * @param z incidence, N×K
 * @param w dictionary, K×D
 */
public record BinaryFactorModel(Manifest manifest, BinaryMatrix z, Dense w) implements FactorModel {

  /**
   * Checks the shapes.
   *
   * @throws IllegalArgumentException if those of the matrices are not the manifest's, or there are
   *     more features than rows
   */
  public BinaryFactorModel {
    FactorModel.requireShapes(manifest, z, w);
  }

  @Override
  public String toString() {
    return manifest.toString();
  }
}
