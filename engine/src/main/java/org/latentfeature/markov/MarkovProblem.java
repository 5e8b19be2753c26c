package org.latentfeature.markov;

import java.util.Arrays;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.base.random.RowOrder;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.DenseProblem;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.coding.Paths;

/**
 * Data drawn from the model itself, with a known ground truth: sparse transitions, features in
 * random directions, normal coefficients and noise.
 *
 * @param x N×D
 * @param w the true dictionary, K×D, rows of length √D: an entry of a feature varies as much as its
 *     coefficient, by 1
 * @param transitions the true transition probabilities, (K+1)×(K+1), state 0 the null state
 * @param paths the true paths
 * @param sigma standard deviation of the noise
 */
public record MarkovProblem(Matrix x, Dense w, Dense transitions, Paths paths, double sigma) {

  /** States that each state leads to, beside the null state. */
  private static final int SUCCESSORS = 2;

  /** Probability that a feature is a row's last. */
  private static final double LAST = 0.4;

  /**
   * Draws a problem. Each feature leads to two others and to the null state, the null state to
   * every second feature; a path that would return to a feature ends.
   *
   * @param n rows
   * @param d columns
   * @param k features
   * @throws IllegalArgumentException naming what is out of range: rows, columns, features or sigma
   */
  public static MarkovProblem draw(int n, int d, int k, double sigma, long seed) {
    DenseProblem.requireRanges(n, d, k, sigma);
    if (k > Paths.MOST_FEATURES) {
      throw new IllegalArgumentException(
          "features is %,d; it must be at most %,d".formatted(k, Paths.MOST_FEATURES));
    }
    Dense transitions = transitions(k, new RandomStream(seed, "markov problem transitions"));
    RandomStream random = new RandomStream(seed, "markov problem rows");
    Dense w = new Dense(k, d);
    for (int i = 0; i < w.values().length; i++) {
      w.values()[i] = random.nextGaussian();
    }
    for (int j = 0; j < k; j++) {
      double scale = Math.sqrt(d) / w.rowNorm(j);
      for (int i = 0; i < d; i++) {
        w.set(j, i, scale * w.get(j, i));
      }
    }
    Paths paths = new Paths(n, Math.min(k, Paths.LONGEST));
    Matrix x = Matrix.allocate(n, d);
    float[] row = new float[d];
    for (int i = 0; i < n; i++) {
      walk(transitions, random, paths, i);
      double[] sum = new double[d];
      for (int a = 0; a < paths.length(i); a++) {
        double c = random.nextGaussian();
        for (int p = 0; p < d; p++) {
          sum[p] += c * w.get(paths.feature(i, a), p);
        }
      }
      for (int p = 0; p < d; p++) {
        row[p] = (float) (sum[p] + sigma * random.nextGaussian());
      }
      x.setRow(i, row);
    }
    return new MarkovProblem(x, w, transitions, paths, sigma);
  }

  /** Which features each row has, N×K. */
  public BinaryMatrix z() {
    int n = paths.count();
    boolean[][] has = new boolean[w.rows()][n];
    for (int i = 0; i < n; i++) {
      for (int a = 0; a < paths.length(i); a++) {
        has[paths.feature(i, a)][i] = true;
      }
    }
    return BinaryMatrix.ofColumns(n, Arrays.stream(has).map(BitVector::of).toList());
  }

  /** Every feature follows two others, and every second one, in some order, the null state too. */
  private static Dense transitions(int k, RandomStream random) {
    int[] order = new RowOrder(k, random).next(k);
    Dense p = new Dense(k + 1, k + 1);
    int first = (k + 1) / 2;
    for (int i = 0; i < first; i++) {
      p.set(0, order[2 * i] + 1, 1.0 / first);
    }
    int successors = Math.min(SUCCESSORS, k - 1);
    for (int i = 0; i < k; i++) {
      p.set(order[i] + 1, 0, successors == 0 ? 1 : LAST);
      for (int s = 1; s <= successors; s++) {
        p.set(order[i] + 1, order[(i + s) % k] + 1, (1 - LAST) / successors);
      }
    }
    return p;
  }

  /** A walk from the null state back to it, or until it would visit a feature again. */
  private static void walk(Dense transitions, RandomStream random, Paths paths, int row) {
    int state = 0;
    while (paths.length(row) < paths.longest()) {
      double u = random.nextDouble();
      int next = 0;
      for (double sum = transitions.get(state, 0); sum <= u && next + 1 < transitions.cols(); ) {
        next++;
        sum += transitions.get(state, next);
      }
      if (next == 0) {
        return;
      }
      boolean visited = false;
      for (int a = 0; a < paths.length(row); a++) {
        visited |= paths.feature(row, a) == next - 1;
      }
      if (visited) {
        return;
      }
      paths.append(row, next - 1);
      state = next;
    }
  }
}
