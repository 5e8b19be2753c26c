package org.latentfeature.spectral;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.SymmetricEigenvalues;

class IsolationTest {

  @Test
  void smallestSingularValuesOfTheDefinition() {
    Clipped problem = Clipped.of(331, 3, 4, 1, 0, 5);
    double[] found = Isolation.of(problem.z());
    for (int f = 0; f < 4; f++) {
      Dense j = new Dense(4, 4);
      for (int i = 0; i < 331; i++) {
        for (int a = 0; a < 4; a++) {
          for (int b = 0; b < 4; b++) {
            boolean both = problem.z().get(i, a) && problem.z().get(i, b);
            double sign = problem.z().get(i, f) ? 1 : -1;
            j.set(a, b, j.get(a, b) + (both ? sign / 331 : 0));
          }
        }
      }
      double[] squares = SymmetricEigenvalues.of(j.times(j.transpose()));
      assertEquals(Math.sqrt(squares[3]), found[f], 1e-12);
    }
  }
}
