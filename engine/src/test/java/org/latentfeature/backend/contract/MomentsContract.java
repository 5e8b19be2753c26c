package org.latentfeature.backend.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.contract.Problems.Problem;
import org.latentfeature.backend.contract.Problems.Shape;

/** Second moments of the data. */
public abstract class MomentsContract extends BackendContract {

  /** See {@link BackendContract}. */
  protected MomentsContract(BackendProvider provider) {
    super(provider);
  }

  @ParameterizedTest
  @MethodSource("org.latentfeature.backend.contract.Problems#shapes")
  void momentsAreTheReferences(Shape shape) {
    Problem p = shape.problem(31);
    try (Steps s = opened(p.x());
        Steps r = reference(p.x())) {
      if (shape.n() < 200) {
        assertArrayEquals(r.rowGram().values(), s.rowGram().values(), 1e-9);
      }
      assertArrayEquals(
          r.columnGram().values(), s.columnGram().values(), 1e-9 * p.x().facts().squaredNorm());
      double[] values = s.squaredSingularValues();
      assertEquals(Math.min(shape.n(), shape.d()), values.length);
      assertArrayEquals(r.squaredSingularValues(), values, 1e-8 * values[0]);
      double sum = 0;
      for (double v : values) {
        sum += v;
      }
      assertEquals(p.x().facts().squaredNorm(), sum, 1e-6 * sum, "they add up to the squared norm");
    }
  }
}
