package org.latentfeature.ibp;

import java.util.Arrays;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.Matrix;

/**
 * {@link SumProducts} block by block, for any number of rows: S = ZᵀX (K×D) is kept; at the first
 * row of a block, P = S X_bᵀ and C = X_b X_bᵀ are two products of matrices, and a turned bit of row
 * j changes the products of the block's rows by a column of C. Exact, unlike rows in parallel.
 */
final class BlockProducts implements SumProducts {

  /** Rows of a block: large for the products of matrices, small for the columns of C. */
  static final int ROWS = 256;

  /** Where rows are read. */
  @FunctionalInterface
  private interface RowReader {
    void read(int row, float[] into);
  }

  private final RowReader x;
  private final int cols;
  private final Algebra algebra;
  private final ExactGrid grid;
  private final double[] norms;
  private final double squaredNorm;
  private double[][] sums = new double[4][];
  private int features;

  private int block = -1;
  private Dense rowsOfBlock = new Dense(0, 0);
  private Dense inBlock = new Dense(0, 0);
  private double[][] products = new double[4][];

  /**
   * Computes products of rows in memory.
   *
   * @param x N×D; not copied
   * @param algebra for the products
   */
  BlockProducts(Matrix x, Algebra algebra) {
    this.x = x::getRow;
    cols = x.cols();
    this.algebra = algebra;
    norms = new double[x.rows()];
    float[] row = new float[x.cols()];
    double largest = 0;
    double total = 0;
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      for (float value : row) {
        norms[i] += (double) value * value;
        largest = Math.max(largest, Math.abs(value));
      }
      total += norms[i];
    }
    squaredNorm = total;
    grid = new ExactGrid(largest, x.rows());
  }

  private BlockProducts(BlockProducts of) {
    x = of.x;
    cols = of.cols;
    algebra = of.algebra;
    grid = of.grid;
    norms = of.norms;
    squaredNorm = of.squaredNorm;
  }

  @Override
  public BlockProducts another() {
    return new BlockProducts(this);
  }

  @Override
  public int rows() {
    return norms.length;
  }

  @Override
  public double squaredNorm() {
    return squaredNorm;
  }

  @Override
  public double squaredNorm(int row) {
    return norms[row];
  }

  /** Block by block, both in random order. */
  @Override
  public int[] beginSweep(long seed) {
    int n = rows();
    int blocks = (n + ROWS - 1) / ROWS;
    block = -1; // A sweep's products depend on Z alone, not on the sweep before.
    int[] order = new int[n];
    int at = 0;
    for (int b : CounterRandom.permutation(seed, blocks)) {
      int from = b * ROWS;
      long within = CounterRandom.bits(seed, b, 1);
      for (int i : CounterRandom.permutation(within, Math.min(ROWS, n - from))) {
        order[at++] = from + i;
      }
    }
    return order;
  }

  @Override
  public void start(LiveColumns z) {
    block = -1;
    features = 0;
    for (int k = 0; k < z.features(); k++) {
      add();
    }
    double[] row = new double[cols];
    for (int i = 0; i < rows(); i++) {
      read(i, row);
      for (int k = 0; k < features; k++) {
        if (z.get(i, k)) {
          Dense.addScaled(sums[k], 0, row, 0, row.length, 1);
        }
      }
    }
  }

  private void read(int i, double[] into) {
    float[] row = new float[cols];
    x.read(i, row);
    for (int j = 0; j < cols; j++) {
      into[j] = grid.round(row[j]);
    }
  }

  @Override
  public void products(int row, double[] into) {
    enter(row / ROWS);
    int at = row - block * ROWS;
    for (int k = 0; k < features; k++) {
      into[k] = products[k][at];
    }
  }

  private void enter(int wanted) {
    if (wanted == block) {
      return;
    }
    block = wanted;
    int from = block * ROWS;
    int n = Math.min(ROWS, rows() - from);
    rowsOfBlock = new Dense(n, cols);
    double[] row = new double[cols];
    for (int i = 0; i < n; i++) {
      read(from + i, row);
      System.arraycopy(row, 0, rowsOfBlock.values(), i * row.length, row.length);
    }
    inBlock = algebra.multiplyTransposed(rowsOfBlock, rowsOfBlock);
    Dense all = new Dense(features, cols);
    for (int k = 0; k < features; k++) {
      System.arraycopy(sums[k], 0, all.values(), k * cols, cols);
    }
    Dense now = features == 0 ? new Dense(0, n) : algebra.multiplyTransposed(all, rowsOfBlock);
    for (int k = 0; k < features; k++) {
      products[k] = Arrays.copyOfRange(now.values(), k * n, (k + 1) * n);
    }
  }

  @Override
  public void turn(int row, int feature, boolean on) {
    enter(row / ROWS);
    int at = row - block * ROWS;
    int n = inBlock.cols();
    double sign = on ? 1 : -1;
    Dense.addScaled(products[feature], 0, inBlock.values(), at * n, n, sign);
    Dense.addScaled(sums[feature], 0, rowsOfBlock.values(), at * cols, cols, sign);
  }

  @Override
  public void add() {
    if (features == sums.length) {
      sums = Arrays.copyOf(sums, 2 * features);
      products = Arrays.copyOf(products, 2 * features);
    }
    sums[features] = new double[cols];
    products[features] = new double[inBlock.rows()];
    features++;
  }

  @Override
  public void remove(int feature) {
    features--;
    sums[feature] = sums[features];
    products[feature] = products[features];
  }

  @Override
  public Dense inner(LiveColumns z) {
    Dense inner = new Dense(features, features);
    for (int k = 0; k < features; k++) {
      for (int l = 0; l <= k; l++) {
        double sum = 0;
        for (int j = 0; j < cols; j++) {
          sum += sums[k][j] * sums[l][j];
        }
        inner.set(k, l, sum);
        inner.set(l, k, sum);
      }
    }
    return inner;
  }
}
