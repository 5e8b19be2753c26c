package org.latentfeature.columns.subspace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;

final class TwoMeansTest {

  private static double between(double[] values, BitVector above) {
    double mean = Arrays.stream(values).average().orElseThrow();
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      sum += above.get(i) ? values[i] - mean : 0;
    }
    double ones = above.count();
    double zeros = values.length - ones;
    return ones == 0 || zeros == 0 ? 0 : sum * sum * values.length / (ones * zeros);
  }

  /** Of all splits of the sorted values. */
  private static double best(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    double best = 0;
    for (double threshold : sorted) {
      boolean[] above = new boolean[values.length];
      for (int i = 0; i < values.length; i++) {
        above[i] = values[i] > threshold;
      }
      best = Math.max(best, between(values, BitVector.of(above)));
    }
    return best;
  }

  @Test
  void noSplitIsBetter() {
    int n = 700;
    Matrix values = Matrix.allocate(n, 4);
    for (int i = 0; i < n; i++) {
      values.set(i, 0, (float) CounterRandom.normal(1, i, 0));
      values.set(i, 1, (i % 10 == 0 ? 3 : 0) + .1f * (float) CounterRandom.normal(1, i, 1));
      values.set(i, 2, (float) Math.exp(2 * CounterRandom.normal(1, i, 2)));
      values.set(i, 3, i == 5 ? -1e6f : i % 2);
    }
    List<BitVector> split = TwoMeans.split(values, 1, StopSignal.NEVER);
    for (int c = 0; c < 4; c++) {
      double[] column = new double[n];
      for (int i = 0; i < n; i++) {
        column[i] = values.get(i, c);
      }
      double exact = best(column);
      assertEquals(exact, between(column, split.get(c)), 2e-3 * exact, "column " + c);
    }
    assertEquals(70, split.get(1).count(), "the rare group is told apart exactly");
    assertTrue(split.get(1).get(0) && !split.get(1).get(1));
  }

  /** Many columns by several threads as each by itself. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void columnsAreSplitAsEachByItself(int threads) {
    int n = 5000;
    int cols = 37;
    Matrix values = Matrix.allocate(n, cols);
    Matrix[] single = new Matrix[cols];
    for (int c = 0; c < cols; c++) {
      single[c] = Matrix.allocate(n, 1);
      for (int i = 0; i < n; i++) {
        float value = (i % (c + 2) == 0 ? 3 : 0) + (float) CounterRandom.normal(2, i, c);
        values.set(i, c, value);
        single[c].set(i, 0, value);
      }
    }
    List<BitVector> split = TwoMeans.split(values, threads, StopSignal.NEVER);
    assertEquals(cols, split.size());
    for (int c = 0; c < cols; c++) {
      assertEquals(TwoMeans.split(single[c], 1, StopSignal.NEVER).get(0), split.get(c));
    }
  }

  @Test
  void equalNumbersAreOneGroup() {
    Matrix values = Matrix.of(new float[][] {{2, 1}, {2, 0}, {2, 1}});
    List<BitVector> split = TwoMeans.split(values, 1, StopSignal.NEVER);
    assertEquals(0, split.get(0).count() % 3);
    assertEquals(BitVector.of(new boolean[] {true, false, true}), split.get(1));
  }
}
