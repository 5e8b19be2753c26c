package org.latentfeature.method;

import java.util.Map;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.estimator.Estimator;
import org.latentfeature.factor.FactorFit;
import org.latentfeature.factor.FactorModel;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.LoadedData;

/**
 * The Z that posteriors are searched from.
 *
 * @param loaded the data
 * @param fit of these data
 * @param seed of the estimators
 */
public record StartCodes(LoadedData loaded, FactorFit fit, long seed) {

  /**
   * Z of another estimator.
   *
   * @param start which one; not random
   * @param k number of features; the most if {@code learned}
   * @param learned whether there are as many as the spectrum shows
   */
  BinaryMatrix of(IndianBuffetOptions.Start start, int k, boolean learned) {
    int features = learned ? Math.min(k, SpectralNoise.components(fit)) : k;
    return start == IndianBuffetOptions.Start.CUMULANTS
        ? of(new CumulantEstimator(), features)
        : of(new LassoEstimator(), features);
  }

  private <O extends FitOptions, M extends FactorModel> BinaryMatrix of(
      Estimator<O, M> estimator, int k) {
    return estimator
        .trainer(k, Map.of())
        .with(seed, null)
        .fit(loaded, fit.monitor().ofParts())
        .toModel()
        .z();
  }

  /**
   * Z of a model of the same rows.
   *
   * @throws IllegalArgumentException with both shapes, if it is of others
   */
  public static BinaryMatrix of(FactorModel model, LoadedData data) {
    int rows = data.source().rows();
    int cols = data.source().cols();
    if (model.z().rows() != rows || model.w().cols() != cols) {
      throw new IllegalArgumentException(
          "the start is a model of %,d × %,d, but X is %,d × %,d; fit it to these data first"
              .formatted(model.z().rows(), model.w().cols(), rows, cols));
    }
    return model.z();
  }
}
