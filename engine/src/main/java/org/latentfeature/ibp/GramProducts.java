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

  private final double[][] gram;
  private final double squaredNorm;
  private double[][] t = new double[4][];
  private int features;

  /**
   * From X Xᵀ.
   *
   * @param gram N×N
   */
  GramProducts(Dense gram) {
    int n = gram.rows();
    double largest = 0;
    double trace = 0;
    for (int i = 0; i < n; i++) {
      largest = Math.max(largest, gram.get(i, i));
      trace += gram.get(i, i);
    }
    squaredNorm = trace;
    ExactGrid grid = new ExactGrid(largest, n);
    this.gram = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        this.gram[i][j] = grid.round(gram.get(i, j));
      }
    }
  }

  private GramProducts(GramProducts of) {
    gram = of.gram;
    squaredNorm = of.squaredNorm;
  }

  @Override
  public GramProducts another() {
    return new GramProducts(this);
  }

  @Override
  public int rows() {
    return gram.length;
  }

  @Override
  public double squaredNorm() {
    return squaredNorm;
  }

  @Override
  public double squaredNorm(int row) {
    return gram[row][row];
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
          Dense.addScaled(t[k], 0, gram[i], 0, column.length, 1);
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
    Dense.addScaled(t[feature], 0, gram[row], 0, rows(), on ? 1 : -1);
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

  @Override
  public Dense inner(LiveColumns z) {
    Dense inner = new Dense(features, features);
    for (int k = 0; k < features; k++) {
      boolean[] column = z.column(k);
      for (int l = 0; l <= k; l++) {
        double sum = 0;
        double[] of = t[l];
        for (int i = 0; i < column.length; i++) {
          sum += column[i] ? of[i] : 0;
        }
        inner.set(k, l, sum);
        inner.set(l, k, sum);
      }
    }
    return inner;
  }
}
