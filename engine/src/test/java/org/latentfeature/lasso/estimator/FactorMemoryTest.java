package org.latentfeature.lasso.estimator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.backend.contract.CountedMemory;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.estimator.Estimator;
import org.latentfeature.fit.estimator.Estimators;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.model.Model;

/** What other fits than the lasso's are said to need is at least what they take on a device. */
final class FactorMemoryTest {

  @ParameterizedTest
  @CsvSource({
    "cumulants, 200, 20",
    "cumulants, 60, 200",
    "cumulants, 300, 290",
    "spectral, 400, 20",
    "spectral, 150, 300",
    "mf-binary, 200, 20",
    "mf-binary, 60, 200",
    "bp-means, 200, 20",
    "bp-means, 60, 200",
    "variational, 200, 20",
    "variational, 60, 200"
  })
  void itIsNoLessThanWhatFitsTake(String name, int rows, int cols) {
    assertEnough(Estimators.named(name), rows, cols);
  }

  private static <O extends FitOptions, M extends Model> void assertEnough(
      Estimator<O, M> estimator, int rows, int cols) {
    // Noise enough that more than the first way is taken.
    Matrix x = SyntheticProblem.dense(rows, cols, 3, 3, 1).x();
    FitRequest<O, M> request = new FitRequest<>(estimator, estimator.defaults(3));
    try (CountedMemory backend = new CountedMemory()) {
      try (LoadedData data = new LoadedData(backend, x)) {
        request.fit(data);
      }
      assertEquals(0, backend.open());
      long needed = request.bytesNeeded(backend, rows, cols);
      assertTrue(backend.most() <= needed, () -> "took " + backend.most() + ", said " + needed);
      assertTrue(needed <= 3 * backend.most(), () -> "took " + backend.most() + ", said " + needed);
    }
  }
}
