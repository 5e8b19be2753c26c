package org.latentfeature.markov;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.estimator.SampleSize;
import org.latentfeature.fit.scale.AllRows;

class SampledStartTest {

  /** Each row begins one path. */
  @Test
  void theTransitionsOfASampleCountForAllRows() {
    MarkovOptions options = MarkovOptions.of(2).withIterations(3);
    try (Backend backend = new ReferenceProvider().open(Resources.DEFAULT);
        LoadedData data = new LoadedData(backend, MarkovProblem.draw(120, 4, 2, .3, 1).x())) {
      Dense counts =
          new MarkovExtension(
                  AllRows.of(data),
                  backend,
                  new FitRequest<>(new MarkovEstimator(), options).withSample(SampleSize.of(40)))
              .ofSample()
              .model()
              .counts();
      double begun = 0;
      for (int j = 0; j < counts.cols(); j++) {
        begun += counts.get(0, j);
      }
      assertEquals(120, begun, 1e-9);
    }
  }
}
