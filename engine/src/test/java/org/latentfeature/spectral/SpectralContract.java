package org.latentfeature.spectral;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.Resources;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.FittedData;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.estimator.Provenance;
import org.latentfeature.io.ReadOptions;

/** Fits by tensor eigenpairs on one backend. */
public abstract class SpectralContract {

  protected final Backend backend;

  /** On the backend of {@code provider}, which must be able to run here. */
  protected SpectralContract(BackendProvider provider) {
    backend = provider.open(Resources.ofThreads(1));
  }

  @AfterEach
  void close() {
    backend.close();
  }

  SpectralModel fit(Matrix x, SpectralOptions options) {
    try (LoadedData data = new LoadedData(backend, x)) {
      FittedData from = FittedData.of(new Dataset(x, null), ReadOptions.DEFAULT);
      return new FitRequest<>(new SpectralEstimator(), options)
          .fit(data)
          .model(new Provenance("test", backend.info(), from));
    }
  }

  /** As near to W as least squares on the true codes. */
  @Test
  void featuresAreCountedAndFound() {
    Clipped problem = Clipped.of(2003, 17, 4, 2, .2, 1);
    SpectralModel model = fit(problem.x(), SpectralOptions.of(16).withCount(true));
    assertEquals(SpectralSearch.EIGENPAIRS, model.manifest().method());
    assertEquals(4, model.w().rows());
    assertTrue(problem.error(model.w()) < 5 * .04 / 2003, "error " + problem.error(model.w()));
    assertEquals(.2, model.manifest().figures().getOrDefault("sigma", 0.0), .005);
    for (int f = 0; f < 4; f++) {
      double p = model.eigenpairs().get(f, SpectralModel.PREVALENCE);
      assertEquals(1 / Math.sqrt(p), model.eigenpairs().get(f, SpectralModel.LAMBDA), .3);
      assertTrue(model.eigenpairs().get(f, SpectralModel.SCORE) < .1);
      assertTrue(model.eigenpairs().get(f, SpectralModel.ISOLATION) > 0);
    }
  }
}
