package org.latentfeature.markov;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.RandomStream;

@Timeout(30)
class DirichletWalkTest {

  /** One feature; from the null state it has this weight, and all else 1. */
  private static DirichletWalk walk(double weight) {
    MarkovParameters model =
        new MarkovParameters(
            new Dense(1, 1),
            Dense.wrap(2, 2, new double[] {0, weight - 1, 0, 0}),
            Dense.wrap(1, 2, new double[] {1, 1}),
            1,
            1);
    return new DirichletWalk(model, new RandomStream(1, "a test"), 10);
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, -1, 0, Double.POSITIVE_INFINITY})
  void whatIsNoDirichletDistributionIsRefused(double weight) {
    IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> walk(weight));
    assertEquals(
        "the transition from state 0 to state 1 has weight %s; it must be above 0 and finite"
            .formatted(weight),
        e.getMessage());
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-12, 1, 1e9, 1e300})
  void allOthersAreWalked(double weight) {
    DirichletWalk walk = walk(weight);
    for (int i = 0; i < 100; i++) {
      assertTrue(walk.next().length <= 1);
    }
  }
}
