package org.latentfeature.openblas;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.bytedeco.javacpp.FloatPointer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.base.random.CounterRandom;

/** Rows in strips and in fours are rows one after another. */
class BlockStepTest {

  private static final int ROWS = ResidualBlocks.ROWS;

  @ParameterizedTest
  @CsvSource({"64, 3", "63, 8", "33, 8", "13, 2", "4, 5", "1, 1"})
  void rowsGoInSequence(int rows, int rank) {
    float[] gram = new float[ROWS * ROWS];
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j <= i; j++) {
        float product = (float) CounterRandom.normal(1, i, j) + (i == j ? ROWS : 0);
        gram[i * ROWS + j] = product;
        gram[j * ROWS + i] = product;
      }
    }
    float[] v = new float[rank * ROWS];
    float[] g = new float[rank * ROWS];
    double[][] gradient = new double[rows][rank];
    double[][] expected = new double[rows][rank];
    for (int j = 0; j < rows; j++) {
      for (int k = 0; k < rank; k++) {
        v[k * ROWS + j] = (float) (CounterRandom.normal(2, j, k) / Math.sqrt(rank));
        g[k * ROWS + j] = (float) (ROWS * CounterRandom.normal(3, j, k));
        expected[j][k] = v[k * ROWS + j];
        gradient[j][k] = g[k * ROWS + j];
      }
    }
    try (Arena arena = new Arena()) {
      // Not the first block.
      FloatPointer product = arena.floats(2L * gram.length).position(gram.length).put(gram);
      new BlockStep(rank, arena).run(v, gram, product, g, new float[rank * ROWS], rows, rank);
    }
    inSequence(expected, gradient, gram);
    for (int j = 0; j < rows; j++) {
      for (int k = 0; k < rank; k++) {
        assertEquals(expected[j][k], v[k * ROWS + j], 1e-4, "row " + j + ", entry " + k);
      }
    }
  }

  /** v_j ← g_j/‖g_j‖, g_j = G_j − ‖a_j‖² v_j + Σ_{i<j} ⟨a_i, a_j⟩ Δ_i. */
  private static void inSequence(double[][] v, double[][] gradient, float[] gram) {
    int rank = v[0].length;
    double[][] change = new double[v.length][rank];
    for (int j = 0; j < v.length; j++) {
      double[] g = new double[rank];
      double squared = 0;
      for (int k = 0; k < rank; k++) {
        g[k] = gradient[j][k] - gram[j * ROWS + j] * v[j][k];
        for (int i = 0; i < j; i++) {
          g[k] += gram[i * ROWS + j] * change[i][k];
        }
        squared += g[k] * g[k];
      }
      for (int k = 0; k < rank; k++) {
        double next = g[k] / Math.sqrt(squared);
        change[j][k] = next - v[j][k];
        v[j][k] = next;
      }
    }
  }
}
