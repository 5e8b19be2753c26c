package org.latentfeature.lasso.variant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;

class HuberTest {

  /** Residuals within the threshold, beyond it on either side, and of a missing entry. */
  @Test
  void theLossIsThatOfAPlainLoop() {
    Matrix x = Matrix.of(new float[][] {{3, .5f}, {7, .4f}, {.5f, -4}, {2.5f, Float.NaN}});
    BinaryMatrix z =
        BinaryMatrix.ofColumns(4, List.of(BitVector.of(new boolean[] {true, true, false, true})));
    Dense w = Dense.wrap(1, 2, new double[] {2, 1});
    double[] b = {.25, -.5};
    double[] rows = {1, 3, .5, 0};
    double[] cols = {4, .25};
    double threshold = 1.5;
    double expected = 0;
    for (int i = 0; i < 4; i++) {
      for (int j = 0; j < 2; j++) {
        double rest = x.get(i, j) - b[j] - (z.get(i, 0) ? w.get(0, j) : 0);
        double size = Float.isNaN(x.get(i, j)) ? 0 : Math.sqrt(cols[j]) * Math.abs(rest);
        double least = Math.min(size, threshold);
        expected += rows[i] * (least * least + 2 * threshold * (size - least));
      }
    }
    WeightedRefinement refinement =
        new WeightedRefinement(
            x, EntryWeights.known(x, rows, cols), false, true, 1, StopSignal.NEVER);
    assertEquals(
        expected,
        new Huber(new float[8], threshold)
            .loss(x, refinement, new Solution(z, w, b, 0), rows, cols),
        1e-6 * expected);
  }

  private interface Noise {
    double of(Random random, double scale);
  }

  private static boolean suits(Noise noise) {
    Random random = new Random(3);
    float[][] x = new float[400][10];
    for (int j = 0; j < 10; j++) {
      double scale = Math.pow(10, j % 3);
      for (float[] row : x) {
        row[j] = (float) noise.of(random, scale);
      }
    }
    Matrix given = Matrix.of(x);
    WeightedRefinement refinement =
        new WeightedRefinement(
            given,
            EntryWeights.known(given, EntryWeights.ones(400), EntryWeights.ones(10)),
            false,
            true,
            1,
            StopSignal.NEVER);
    Solution nothing =
        new Solution(
            BinaryMatrix.ofColumns(400, List.of(BitVector.of(new boolean[400]))),
            new Dense(1, 10),
            new double[10],
            0);
    return Huber.suits(given, refinement, nothing);
  }

  /** Unequal noise of columns is no tail, and one event in fifty no outlier of a count. */
  @Test
  void tailsAreHeavyOnBothSides() {
    assertFalse(suits((random, scale) -> scale * random.nextGaussian()));
    assertFalse(
        suits((random, scale) -> scale * Math.pow(-Math.log(random.nextDouble()), 3)), "one-sided");
    assertTrue(
        suits(
            (random, scale) ->
                scale * random.nextGaussian() / Math.sqrt(-Math.log(random.nextDouble()))),
        "Student's t with 2 degrees");
    assertTrue(
        suits(
            (random, scale) ->
                scale * (random.nextDouble() < .02 ? 15 : 1) * random.nextGaussian()),
        "outliers");
    assertFalse(suits((random, scale) -> scale * (random.nextDouble() < .02 ? 1 : 0)), "events");
  }
}
