package org.latentfeature.variational;

import java.util.ArrayList;
import java.util.List;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.linalg.Dense;
import org.latentfeature.progress.StopSignal;
import org.latentfeature.random.CounterRandom;

/** First ν, K×n for each block of rows. */
final class SoftStarts {

  /** Residuals below this share of ‖X‖² are rounding errors. */
  private static final double EXPLAINED = 1e-12;

  /** ν of a bit that given codes have off; 1 minus this of one that is on. */
  private static final double DOUBT = 0.01;

  private final NormalisedRows x;
  private final int features;
  private final long seed;

  /** For one restart, which has its own {@code seed}. */
  SoftStarts(NormalisedRows x, int features, long seed) {
    this.x = x;
    this.features = features;
    this.seed = seed;
  }

  /** Independent uniform ν. */
  List<Dense> uniform() {
    List<Dense> nu = new ArrayList<>();
    for (int b = 0; b < x.blocks(); b++) {
      Dense block = new Dense(features, rowsOf(b));
      for (int k = 0; k < features; k++) {
        draw(block, b, k);
      }
      nu.add(block);
    }
    return nu;
  }

  /**
   * ν = 0.01 + 0.98 Z. Features that {@code z} lacks are as unlikely in every row as bits that are
   * off; of more than K, the first K are taken.
   */
  List<Dense> coded(BinaryMatrix z) {
    List<Dense> nu = new ArrayList<>();
    for (int b = 0; b < x.blocks(); b++) {
      Dense block = new Dense(features, rowsOf(b));
      for (int k = 0; k < features; k++) {
        for (int i = 0; i < block.cols(); i++) {
          boolean on = k < z.cols() && z.get(b * NormalisedRows.ROWS + i, k);
          block.set(k, i, on ? 1 - DOUBT : DOUBT);
        }
      }
      nu.add(block);
    }
    return nu;
  }

  private int rowsOf(int block) {
    int from = block * NormalisedRows.ROWS;
    return Math.min(NormalisedRows.ROWS, x.rows() - from);
  }

  private void draw(Dense block, int b, int k) {
    for (int i = 0; i < block.cols(); i++) {
      long row = (long) b * NormalisedRows.ROWS + i;
      block.set(k, i, CounterRandom.uniform(seed, row, k));
    }
  }

  /**
   * ν = ¼ + ½ Z for the Z of BP-means++: features are rows of the residual, drawn in proportion to
   * their squares; each is taken by all rows whose residual it lowers. Features beyond those that
   * explain X are uniform.
   *
   * @throws org.latentfeature.progress.StoppedException if {@code stop} is set
   */
  List<Dense> seeded(StopSignal stop) {
    List<Dense> nu = uniform();
    Dense a = new Dense(0, x.cols());
    double[] residual = new double[x.rows()];
    double total = 0;
    for (int b = 0, row = 0; b < x.blocks(); b++) {
      Dense rows = x.block(b);
      for (int i = 0; i < rows.rows(); i++) {
        residual[row] = rows.rowDot(i, rows, i);
        total += residual[row++];
      }
    }
    double least = EXPLAINED * total;
    for (int k = 0; k < features && total > least; k++) {
      stop.check();
      Dense feature = residual(drawRow(residual, total, k), nu, a);
      total = take(feature, nu, a, residual);
      a = a.appendRows(feature);
    }
    return nu;
  }

  private int drawRow(double[] residual, double total, int k) {
    double left = CounterRandom.uniform(seed, -1, k) * total;
    int last = 0;
    for (int row = 0; row < residual.length; row++) {
      if (residual[row] > 0) {
        last = row;
        left -= residual[row];
        if (left < 0) {
          return row;
        }
      }
    }
    return last;
  }

  /** x_n − z_n A, 1×D'. */
  private Dense residual(int row, List<Dense> nu, Dense a) {
    int b = row / NormalisedRows.ROWS;
    int i = row % NormalisedRows.ROWS;
    Dense rest = x.block(b).selectRows(new int[] {i});
    for (int l = 0; l < a.rows(); l++) {
      if (nu.get(b).get(l, i) > 0.5) {
        Dense.addScaled(rest.values(), 0, a.values(), l * a.cols(), a.cols(), -1);
      }
    }
    return rest;
  }

  /** Gives {@code feature} to the rows that it helps; returns the squares that are left. */
  private double take(Dense feature, List<Dense> nu, Dense a, double[] residual) {
    int k = a.rows();
    double square = feature.squaredNorm();
    Dense inner = x.algebra().multiplyTransposed(feature, a);
    double total = 0;
    for (int b = 0, row = 0; b < x.blocks(); b++) {
      Dense products = x.algebra().multiplyTransposed(feature, x.block(b));
      Dense block = nu.get(b);
      for (int i = 0; i < block.cols(); i++, row++) {
        double product = products.get(0, i);
        for (int l = 0; l < k; l++) {
          product -= block.get(l, i) > 0.5 ? inner.get(0, l) : 0;
        }
        boolean helps = square < 2 * product;
        block.set(k, i, helps ? 0.75 : 0.25);
        residual[row] = Math.max(0, residual[row] + (helps ? square - 2 * product : 0));
        total += residual[row];
      }
    }
    return total;
  }
}
