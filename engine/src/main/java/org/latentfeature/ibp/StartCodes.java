package org.latentfeature.ibp;

import java.util.Map;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.estimator.Estimator;
import org.latentfeature.fit.estimator.Estimators;
import org.latentfeature.fit.factor.FactorFit;
import org.latentfeature.fit.factor.FactorModel;
import org.latentfeature.fit.factor.ParallelAnalysis;
import org.latentfeature.fit.model.Model;
import org.latentfeature.spectral.SpectralNoise;

/**
 * The Z that posteriors are searched from, of an estimator that is known by its name alone.
 *
 * @param loaded the data
 * @param fit of these data
 * @param seed of the estimators
 */
public record StartCodes(LoadedData loaded, FactorFit fit, long seed) {

  private static final String LASSO = Estimators.DEFAULT;
  private static final String CUMULANTS = "cumulants";

  /**
   * Z of another estimator.
   *
   * @param start which one; not random
   * @param k number of features; the most if {@code learned}
   * @param learned whether there are as many as the spectrum shows
   */
  public BinaryMatrix of(IndianBuffetOptions.Start start, int k, boolean learned) {
    boolean missing = loaded.source().facts().missing() > 0;
    if (learned && missing && start == IndianBuffetOptions.Start.LASSO) {
      return ofKnown(k);
    }
    int features = learned && !missing ? Math.min(k, SpectralNoise.components(fit)) : k;
    return start == IndianBuffetOptions.Start.CUMULANTS
        ? of(CUMULANTS, features).z()
        : of(LASSO, features).z();
  }

  /** Where entries are missing: as many features as that leave none to be seen. */
  private BinaryMatrix ofKnown(int most) {
    ParallelAnalysis spectra = new ParallelAnalysis(loaded.backend(), seed, fit.monitor().signal());
    int k = Math.min(most, spectra.components(fit.x()));
    FactorModel found = of(LASSO, k);
    for (int more = spectra.hidden(loaded.x(), found);
        more > 0 && k < most;
        more = spectra.hidden(loaded.x(), found)) {
      k = Math.min(most, k + more);
      found = of(LASSO, k);
    }
    return found.z();
  }

  private FactorModel of(String estimator, int k) {
    return (FactorModel) of(Estimators.named(estimator), k);
  }

  private <O extends FitOptions, M extends Model> M of(Estimator<O, M> estimator, int k) {
    return estimator
        .request(k, Map.of())
        .plain()
        .with(seed, null)
        .withListener(fit.monitor().ofParts())
        .fit(loaded)
        .toModel();
  }
}
