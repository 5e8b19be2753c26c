package org.latentfeature.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class AdmixtureProblemTest {

  /** Given f, a frequency varies by F f(1 − f); over f uniform in [.05, .95] that is F · .1825. */
  @Test
  void frequenciesVaryByTheDrift() {
    AdmixtureProblem.Drawn drawn = new AdmixtureProblem(20_000, 3, 2, 1, .1, 1).draw();
    double squares = 0;
    for (int i = 0; i < 20_000; i++) {
      double difference = drawn.z().get(i, 0) - drawn.z().get(i, 1);
      squares += difference * difference / 2;
    }
    assertEquals(.1 * .1825, squares / 20_000, .0007);
  }

  @Test
  void sharesAddUpToOneAndAllelesFollowThem() {
    AdmixtureProblem.Drawn drawn = new AdmixtureProblem(20_000, 6, 3, .5, .1, 2).draw();
    for (int j = 0; j < 6; j++) {
      double sum = 0;
      double expected = 0;
      double found = 0;
      for (int k = 0; k < 3; k++) {
        sum += drawn.w().get(k, j);
      }
      for (int i = 0; i < 20_000; i++) {
        double x = drawn.x().get(i, j);
        assertTrue(x == 0 || x == .5 || x == 1);
        found += x * drawn.z().get(i, 0);
        for (int k = 0; k < 3; k++) {
          expected += drawn.z().get(i, k) * drawn.w().get(k, j) * drawn.z().get(i, 0);
        }
      }
      assertEquals(1, sum, 1e-12);
      assertEquals(expected / 20_000, found / 20_000, .006);
    }
  }

  @Test
  void whatCannotBeIsNamed() {
    for (double wrong : new double[] {0, -1, Double.NaN}) {
      assertThrows(
          IllegalArgumentException.class, () -> new AdmixtureProblem(9, 4, 2, wrong, .1, 1));
      assertThrows(
          IllegalArgumentException.class, () -> new AdmixtureProblem(9, 4, 2, 1, wrong, 1));
    }
  }
}
