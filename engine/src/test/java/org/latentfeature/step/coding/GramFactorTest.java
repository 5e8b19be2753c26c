package org.latentfeature.step.coding;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.CounterRandom;

class GramFactorTest {

  private static final double[] LENGTHS = {1e4, 1, 1e-4, 1e2};

  private static Dense dictionary() {
    Dense w = new Dense(LENGTHS.length, 7);
    for (int k = 0; k < w.rows(); k++) {
      for (int j = 0; j < w.cols(); j++) {
        w.set(k, j, LENGTHS[k] * CounterRandom.normal(3, k, j));
      }
    }
    return w;
  }

  /** RᵀR = G, each entry relative to its own features. */
  @Test
  void featuresOfAnyLengthAreFactored() {
    CodeQuadratic quadratic = new CodeQuadratic(dictionary());
    double[][] gram = quadratic.rows();
    GramFactor factor = GramFactor.of(gram, quadratic.smallestPivots());
    for (int i = 0; i < gram.length; i++) {
      for (int j = 0; j <= i; j++) {
        double sum = 0;
        for (int m = 0; m <= j; m++) {
          sum += factor.column(i)[m] * factor.column(j)[m];
        }
        int one = factor.feature(i);
        int other = factor.feature(j);
        double size = LENGTHS[one] * LENGTHS[other];
        assertEquals(gram[one][other] / size, sum / size, 1e-9, one + " and " + other);
      }
    }
  }

  /** RᵀR = G still, and the independent features are the ones that share least. */
  @Test
  void dependentFeaturesComeLast() {
    Dense w = Dense.wrap(4, 2, new double[] {1, 0, 1, .01, 0, 2, 2, .02});
    CodeQuadratic quadratic = new CodeQuadratic(w);
    double[][] gram = quadratic.rows();
    double[] smallest = quadratic.smallestPivots();
    GramFactor factor = GramFactor.of(gram, smallest).withDependentLast(gram, smallest);
    assertEquals(2, factor.dependent());
    double[] pivots = new double[4];
    for (int i = 0; i < 4; i++) {
      pivots[i] = factor.column(i)[i];
      for (int j = 0; j <= i; j++) {
        double sum = 0;
        for (int m = 0; m <= j; m++) {
          sum += factor.column(i)[m] * factor.column(j)[m];
        }
        assertEquals(gram[factor.feature(i)][factor.feature(j)], sum, 1e-9);
      }
    }
    assertArrayEquals(new double[] {2, 2, 0, 0}, pivots, .03);
  }

  @Test
  void leastSquaresOfFeaturesOfAnyLength() {
    CodeQuadratic quadratic = new CodeQuadratic(dictionary());
    double[][] gram = quadratic.rows();
    double[] expected = {1, 1e3, -1e5, 20};
    double[] p = new double[gram.length];
    for (int i = 0; i < p.length; i++) {
      for (int j = 0; j < p.length; j++) {
        p[i] += gram[i][j] * expected[j];
      }
    }
    double[] z = new double[p.length];
    GramFactor.of(gram, quadratic.smallestPivots()).leastSquares(p, new double[p.length], z);
    for (int i = 0; i < z.length; i++) {
      z[i] /= expected[i];
    }
    assertArrayEquals(new double[] {1, 1, 1, 1}, z, 1e-6);
  }
}
