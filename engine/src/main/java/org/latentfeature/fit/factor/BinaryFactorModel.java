package org.latentfeature.fit.factor;

import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.fit.model.Manifest;

/**
 * A factorisation model with no data except Z, W and the manifest.
 *
 * @param manifest provenance and figures of the fit
 * @param z incidence, N×K
 * @param w dictionary, K×D
 */
public record BinaryFactorModel(Manifest manifest, BinaryMatrix z, Dense w) implements FactorModel {

  /**
   * Checks the shapes.
   *
   * @throws IllegalArgumentException if the matrices and the manifest differ in shape, or there are
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
