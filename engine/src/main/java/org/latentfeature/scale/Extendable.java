package org.latentfeature.scale;

import java.util.Set;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.factor.FactorModel;
import org.latentfeature.factor.LeastSquares;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.linalg.Dense;
import org.latentfeature.model.Manifest;

/**
 * An estimator whose fit of some rows can be extended to others: given W, the code of each row is a
 * matter of that row alone.
 */
public interface Extendable<O extends FitOptions, M extends FactorModel> extends Samplable<O, M> {

  @Override
  default SampledEstimator<O, M> bySample(SampleSize size) {
    return new SampledEstimator<>(this, size);
  }

  /**
   * Returns whether fits with these options can be extended: to rows that weigh the same, by the
   * plain squared error.
   *
   * @param options of the fit
   */
  default boolean isExtendable(O options) {
    return true;
  }

  /**
   * The options that no such fit has.
   *
   * @return their names
   */
  default Set<String> unsampled() {
    return Set.of();
  }

  /** The constraint on dictionaries. */
  default LeastSquares leastSquares(O options) {
    return LeastSquares.FREE;
  }

  /**
   * Returns whether the dictionary of a model is the least-squares one of its codes, so that ZᵀX =
   * ZᵀZ W is known without X.
   */
  default boolean isLeastSquares() {
    return true;
  }

  /**
   * {@code sample} with the codes of all rows.
   *
   * @param sample the model of a sample of them
   * @param z incidence of all rows, N×K
   * @param w dictionary refined on all rows, K×D
   */
  M extended(M sample, Manifest manifest, BinaryMatrix z, Dense w);
}
