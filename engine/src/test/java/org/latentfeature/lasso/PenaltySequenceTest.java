package org.latentfeature.lasso;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.FitMonitor;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.factor.PreparedData;

class PenaltySequenceTest extends LassoContract {

  PenaltySequenceTest() {
    super(new ReferenceProvider());
  }

  private double[] sequence(@org.jspecify.annotations.Nullable Penalty penalty, Matrix x, int k) {
    try (LoadedData data = new LoadedData(backend, x);
        LassoSteps s = steps(data)) {
      GreedyAtom search =
          new GreedyAtom(
              s::search, LassoOptions.of(k).search(), 0, new FitMonitor(FitListener.SILENT, null));
      return PenaltySequence.of(
          penalty, s, search, k, PreparedData.of(data, StopSignal.NEVER).rows());
    }
  }

  @Test
  void whatIsGivenIsTakenInTheUnitsOfTheScaledData() {
    Matrix x = scaled(SyntheticProblem.dense(9, 4, 2, .1, 1).x(), 1e12f);
    double scale = Math.scalb(1.0, -Math.getExponent(x.facts().largest()));
    assertArrayEquals(new double[] {3 * scale}, sequence(new Penalty.Absolute(3), x, 2));
    assertArrayEquals(new double[] {4 * scale}, sequence(new Penalty.LambdaTau(4, 2), x, 2));
  }

  @Test
  void relativeIsAShareOfTheLargestUsefulOne() {
    Matrix x = SyntheticProblem.dense(10, 4, 2, .1, 2).x();
    double largest = 0;
    for (int code = 1; code < 1 << 10; code++) {
      double score = 0;
      for (int j = 0; j < 4; j++) {
        double sum = 0;
        for (int i = 0; i < 10; i++) {
          sum += (code >> i & 1) * x.get(i, j);
        }
        score += sum * sum;
      }
      largest = Math.max(largest, score);
    }
    double expected = .25 * Math.sqrt(largest) / 10;
    double[] mu = sequence(new Penalty.Relative(.25), x, 2);
    assertArrayEquals(new double[] {expected}, mu, 1e-6 * expected);
  }

  @Test
  void theDefaultFallsAndIsNearTheFeaturesShare() {
    SyntheticProblem p = SyntheticProblem.dense(900, 40, 5, .01, 3);
    double[] mu = sequence(null, p.x(), 5);
    assertEquals(3, mu.length);
    double norm = Math.sqrt(p.w().squaredNorm() / 5);
    assertEquals(.15 * norm, mu[0], .15 * .15 * norm, "of the features' root mean square norm");
    assertEquals(mu[0] / 2, mu[1], 1e-12);
    assertEquals(mu[0] / 4, mu[2], 1e-12);
    double[] doubled = sequence(null, scaled(p.x(), 2), 5);
    assertEquals(2 * mu[0], doubled[0], 1e-6 * mu[0], "in proportion to X");
  }

  /** Noise alone scores about √N‖w‖, so few rows ask for more than the share. */
  @Test
  void fewRowsRaiseTheDefault() {
    SyntheticProblem p = SyntheticProblem.dense(100, 40, 5, .01, 3);
    double norm = Math.sqrt(p.w().squaredNorm() / 5);
    assertEquals(.3 * norm, sequence(null, p.x(), 5)[0], .3 * .2 * norm);
  }

  @Test
  void rowsThatAreAllAlikeStillGiveAPenalty() {
    Matrix x = Matrix.of(new float[][] {{1, 2}, {1, 2}, {1, 2}});
    double mu = sequence(null, x, 1)[0];
    assertTrue(mu > 0 && mu < 1, () -> "penalty " + mu);
  }
}
