package org.latentfeature.lasso;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.data.SyntheticProblem;

final class ReferenceEstimatorTest extends EstimatorContract {
  ReferenceEstimatorTest() {
    super(new ReferenceProvider());
  }

  @ParameterizedTest
  @ValueSource(floats = {1e30f, 1e-30f})
  void extremeValuesHaveTheirError(float scale) {
    SyntheticProblem p = SyntheticProblem.dense(67, 41, 4, .05, 5);
    double ordinary = fit(p.x(), LassoOptions.of(4)).rmse();
    double extreme = fit(scaled(p.x(), scale), LassoOptions.of(4)).rmse();
    assertEquals(ordinary, extreme / scale, 1e-4 * ordinary);
  }
}
