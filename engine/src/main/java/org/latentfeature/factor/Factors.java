package org.latentfeature.factor;

import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.linalg.Dense;

/**
 * A factorisation and its squared error.
 *
 * @param z incidence, N×K
 * @param w dictionary, K×D
 * @param squaredError ‖X − ZW‖²
 */
public record Factors(BinaryMatrix z, Dense w, double squaredError) {

  /** {@code other}, if it has as many features and less error; otherwise this. */
  public Factors orBetter(Factors other) {
    boolean comparable = z.cols() == other.z.cols();
    return comparable && other.squaredError < squaredError ? other : this;
  }
}
