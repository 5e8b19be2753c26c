package org.latentfeature.fit.factor;

import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.fit.model.FeatureOrder;

/**
 * A factorisation and its squared error.
 *
 * @param z incidence, N×K
 * @param w dictionary, K×D
 * @param squaredError ‖X − ZW‖²
 */
public record Factors(BinaryMatrix z, Dense w, double squaredError) {

  /** The {@link FeatureOrder} of its features. */
  public int[] order() {
    return FeatureOrder.of(w, z.columns().stream().mapToDouble(column -> column.count()).toArray());
  }

  /** The features with the indices {@code kept}, all of them, in that order. */
  public Factors select(int[] kept) {
    return new Factors(z.select(kept), w.selectRows(kept), squaredError);
  }

  /** {@code other}, if it has as many features and less error; otherwise this. */
  public Factors orBetter(Factors other) {
    boolean comparable = z.cols() == other.z.cols();
    return comparable && other.squaredError < squaredError ? other : this;
  }
}
