package org.latentfeature.markov;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.latentfeature.base.linalg.Dense;

class MarkovParametersTest {

  /** Features, transitions and prior go together; the null state stays in its place. */
  @Test
  void featuresInOrderAreTheSameChain() {
    Dense w = Dense.wrap(3, 2, new double[] {1, 0, 0, 2, 5, 0});
    Dense counts = Dense.wrap(4, 4, new double[] {0, 4, 3, 2, 5, 0, 1, 0, 2, 2, 0, 1, 2, 0, 1, 0});
    Dense prior = Dense.wrap(1, 4, new double[] {.4, .3, .2, .1});
    MarkovParameters model = new MarkovParameters(w, counts, prior, .5, 2);
    // 6 · 1, 5 · 4 and 3 · 25
    MarkovParameters ordered = model.inOrder();
    int[] states = {0, 3, 2, 1};
    assertArrayEquals(new double[] {5, 0, 0, 2, 1, 0}, ordered.w().values());
    assertArrayEquals(new double[] {3, 5, 6}, ordered.uses());
    assertArrayEquals(new double[] {.4, .1, .2, .3}, ordered.prior().values());
    for (int l = 0; l < 4; l++) {
      for (int m = 0; m < 4; m++) {
        assertEquals(
            model.probabilities().get(states[l], states[m]),
            ordered.probabilities().get(l, m),
            1e-15);
      }
    }
    assertEquals(.5, ordered.variance());
    assertEquals(2, ordered.precision());
  }

  /** Rows drawn from the chain, from one visit of the null state to the next, have as many. */
  @Test
  void theChainDrawsAsManyFeaturesAsExpected() {
    Dense counts = Dense.wrap(4, 4, new double[] {9, 4, 3, 2, 5, 0, 7, 0, 2, 2, 0, 8, 2, 0, 1, 0});
    Dense prior = Dense.wrap(1, 4, new double[] {.4, .3, .2, .1});
    MarkovParameters model = new MarkovParameters(new Dense(3, 2), counts, prior, .5, 2);
    Dense p = model.probabilities();
    Random random = new Random(5);
    int rows = 200_000;
    long features = 0;
    for (int i = 0; i < rows; i++) {
      for (int state = next(p, 0, random); state > 0; state = next(p, state, random)) {
        features++;
      }
    }
    assertEquals((double) features / rows, model.expectedFeatures(), .02);
  }

  private static int next(Dense p, int state, Random random) {
    double left = random.nextDouble();
    int to = 0;
    while (to < p.cols() - 1 && left >= p.get(state, to)) {
      left -= p.get(state, to++);
    }
    return to;
  }
}
