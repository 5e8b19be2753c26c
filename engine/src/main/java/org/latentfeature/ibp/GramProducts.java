package org.latentfeature.ibp;

import java.util.Arrays;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.CounterRandom;

/**
 * {@link SumProducts} from X Xᵀ (N×N), which is read once: T = S Xᵀ (K×N) is kept, so that a row
 * costs K, and a turned bit N.
 */
final class GramProducts implements SumProducts {

  /** Up to so many rows, X Xᵀ in double precision is 128 MB. */
  static final int MOST_ROWS = 4096;

  private final int n;
  private final double[] gram;
  private final double squaredNorm;
  private double[][] t = new double[4][];
  private int features;

  /**
   * From X Xᵀ, which it rounds in place and keeps.
   *
   * @param rowGram N×N
   */
  GramProducts(Dense rowGram) {
    n = rowGram.rows();
    gram = rowGram.values();
    double largest = 0;
    double trace = 0;
    for (int i = 0; i < n; i++) {
      largest = Math.max(largest, rowGram.get(i, i));
      trace += rowGram.get(i, i);
    }
    squaredNorm = trace;
    ExactGrid grid = new ExactGrid(largest, n);
    for (int at = 0; at < gram.length; at++) {
      gram[at] = grid.round(gram[at]);
    }
  }

  private GramProducts(GramProducts of) {
    n = of.n;
    gram = of.gram;
    squaredNorm = of.squaredNorm;
  }

  @Override
  public GramProducts another() {
    return new GramProducts(this);
  }

  @Override
  public int rows() {
    return n;
  }

  @Override
  public double squaredNorm() {
    return squaredNorm;
  }

  @Override
  public double squaredNorm(int row) {
    return gram[row * n + row];
  }

  @Override
  public int[] beginSweep(long seed) {
    return CounterRandom.permutation(seed, rows());
  }

  @Override
  public void start(LiveColumns z) {
    features = 0;
    for (int k = 0; k < z.features(); k++) {
      add();
      boolean[] column = z.column(k);
      for (int i = 0; i < column.length; i++) {
        if (column[i]) {
          Dense.addScaled(t[k], 0, gram, i * n, n, 1);
        }
      }
    }
  }

  @Override
  public void products(int row, double[] into) {
    for (int k = 0; k < features; k++) {
      into[k] = t[k][row];
    }
  }

  @Override
  public void turn(int row, int feature, boolean on) {
    Dense.addScaled(t[feature], 0, gram, row * n, n, on ? 1 : -1);
  }

  @Override
  public void add() {
    if (features == t.length) {
      t = Arrays.copyOf(t, 2 * features);
    }
    t[features++] = new double[rows()];
  }

  @Override
  public void remove(int feature) {
    features--;
    t[feature] = t[features];
  }

  /** Four sums at once, each in the order of the rows: additions of one wait for each other. */
  @Override
  public Dense inner(LiveColumns z) {
    Dense inner = new Dense(features, features);
    int[] ones = new int[rows()];
    for (int k = 0; k < features; k++) {
      int count = ones(z.column(k), ones);
      int l = 0;
      for (; l + 3 <= k; l += 4) {
        double[] t0 = t[l];
        double[] t1 = t[l + 1];
        double[] t2 = t[l + 2];
        double[] t3 = t[l + 3];
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        for (int p = 0; p < count; p++) {
          int i = ones[p];
          s0 += t0[i];
          s1 += t1[i];
          s2 += t2[i];
          s3 += t3[i];
        }
        set(inner, k, l, s0);
        set(inner, k, l + 1, s1);
        set(inner, k, l + 2, s2);
        set(inner, k, l + 3, s3);
      }
      for (; l <= k; l++) {
        double sum = 0;
        for (int p = 0; p < count; p++) {
          sum += t[l][ones[p]];
        }
        set(inner, k, l, sum);
      }
    }
    return inner;
  }

  /** Writes the rows with a feature; returns how many these are. */
  private static int ones(boolean[] column, int[] into) {
    int count = 0;
    for (int i = 0; i < column.length; i++) {
      if (column[i]) {
        into[count++] = i;
      }
    }
    return count;
  }

  private static void set(Dense inner, int k, int l, double sum) {
    inner.set(k, l, sum);
    inner.set(l, k, sum);
  }
}
