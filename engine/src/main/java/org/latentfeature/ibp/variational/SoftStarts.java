package org.latentfeature.ibp.variational;

import java.util.ArrayList;
import java.util.List;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.SquaredNorm;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.SoftFactorisation;

/** First ν of a restart. */
final class SoftStarts {

  /** Residuals below this share of ‖X‖² are rounding errors. */
  private static final double EXPLAINED = 1e-12;

  /** ν of a bit that given codes have off; 1 minus this of one that is on. */
  private static final double DOUBT = 0.01;

  private final SoftFactorisation steps;
  private final int features;
  private final long seed;

  /**
   * For one restart, which has its own {@code seed}.
   *
   * @param steps whose ν is set
   * @param features K
   */
  SoftStarts(SoftFactorisation steps, int features, long seed) {
    this.steps = steps;
    this.features = features;
    this.seed = seed;
  }

  /** Independent uniform ν. */
  void uniform() {
    steps.draw(features, seed);
  }

  /**
   * ν = 0.01 + 0.98 Z. Features that {@code z} lacks are as unlikely in every row as bits that are
   * off; of more than K, the first K are taken.
   *
   * @param codes that Z goes through
   */
  void coded(BinaryMatrix z, Incidence codes) {
    List<BitVector> columns = new ArrayList<>();
    for (int k = 0; k < features; k++) {
      columns.add(k < z.cols() ? z.column(k) : BitVector.of(new boolean[z.rows()]));
    }
    near(BinaryMatrix.ofColumns(z.rows(), columns), codes);
    steps.soften(codes, DOUBT, 1 - DOUBT);
  }

  /**
   * ν = ¼ + ½ Z for the Z of BP-means++. Features beyond those that explain X are uniform.
   *
   * @param x N×D', on the host
   * @param codes that Z goes through
   * @throws org.latentfeature.base.progress.StoppedException if {@code stop} is set
   */
  void seeded(Matrix x, Incidence codes, StopSignal stop) {
    near(new Seeds(x).codes(stop), codes);
  }

  /**
   * ν = ¼ + ½ Z for the first features, the others are uniform.
   *
   * @param z N×K at most
   * @param codes that Z goes through
   */
  void near(BinaryMatrix z, Incidence codes) {
    codes.replace(z);
    uniform();
    steps.soften(codes, 0.25, 0.75);
  }

  /**
   * BP-means++: features are rows of the residual, drawn in proportion to their squares; each is
   * taken by all rows whose residual it lowers.
   */
  private final class Seeds {

    private final Matrix x;
    private final List<boolean[]> z = new ArrayList<>();
    private final double[] residual;
    private final float[] row;
    private Dense a;

    Seeds(Matrix x) {
      this.x = x;
      residual = new double[x.rows()];
      row = new float[x.cols()];
      a = new Dense(0, x.cols());
    }

    /** N×K at most. */
    BinaryMatrix codes(StopSignal stop) {
      double total = 0;
      for (int n = 0; n < residual.length; n++) {
        x.getRow(n, row);
        residual[n] = SquaredNorm.of(row, 0, row.length);
        total += residual[n];
      }
      double least = EXPLAINED * total;
      while (z.size() < features && total > least) {
        stop.check();
        Dense feature = rest(drawRow(total));
        total = take(feature);
        a = a.appendRows(feature);
      }
      return BinaryMatrix.ofColumns(x.rows(), z.stream().map(BitVector::of).toList());
    }

    private int drawRow(double total) {
      double left = CounterRandom.uniform(seed, -1, z.size()) * total;
      int last = 0;
      for (int n = 0; n < residual.length; n++) {
        if (residual[n] > 0) {
          last = n;
          left -= residual[n];
          if (left < 0) {
            return n;
          }
        }
      }
      return last;
    }

    /** x_n − z_n A, 1×D'. */
    private Dense rest(int n) {
      Dense rest = new Dense(1, x.cols());
      x.getRow(n, row);
      for (int j = 0; j < row.length; j++) {
        rest.values()[j] = row[j];
      }
      for (int l = 0; l < z.size(); l++) {
        if (z.get(l)[n]) {
          Dense.addScaled(rest.values(), 0, a.values(), l * a.cols(), a.cols(), -1);
        }
      }
      return rest;
    }

    /** Gives {@code feature} to the rows that it helps; returns the squares that are left. */
    private double take(Dense feature) {
      double square = feature.squaredNorm();
      double[] inner = feature.timesTransposed(a).values();
      boolean[] taken = new boolean[residual.length];
      double total = 0;
      for (int n = 0; n < taken.length; n++) {
        x.getRow(n, row);
        double product = dot(feature.values());
        for (int l = 0; l < inner.length; l++) {
          product -= z.get(l)[n] ? inner[l] : 0;
        }
        taken[n] = square < 2 * product;
        residual[n] = Math.max(0, residual[n] + (taken[n] ? square - 2 * product : 0));
        total += residual[n];
      }
      z.add(taken);
      return total;
    }

    /** Inner product with the present row. */
    private double dot(double[] feature) {
      double s0 = 0;
      double s1 = 0;
      double s2 = 0;
      double s3 = 0;
      int j = 0;
      for (; j < row.length - 3; j += 4) {
        s0 += feature[j] * row[j];
        s1 += feature[j + 1] * row[j + 1];
        s2 += feature[j + 2] * row[j + 2];
        s3 += feature[j + 3] * row[j + 3];
      }
      for (; j < row.length; j++) {
        s0 += feature[j] * row[j];
      }
      return s0 + s1 + s2 + s3;
    }
  }
}
