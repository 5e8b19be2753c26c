package org.latentfeature.backend.sparse;

import java.util.Arrays;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.SparseRows;

/**
 * A weighed sum of rows of a {@link SparseResidual}, S = AᵀY = P − WᵀU (D×r), kept as P = XᵀY (D×r)
 * and U = ZᵀY (K×r), with Q = WP beside it; all in double precision, for the terms cancel where the
 * fit is good.
 */
final class ImplicitSum {

  /** Entries of a row of P, r padded. */
  final int width;

  private final SparseRows x;
  private final SparseResidual.State a;
  private final double[] p;
  private final double[] u;
  private double[] q;

  /** Scratch: c_i, WWᵀz_i, and where z_i is 1. */
  private final double[] image;

  private final int[] ones;
  private int count;

  /**
   * A sum with this P and U, which it takes over.
   *
   * @param width of their rows, a multiple of eight
   */
  ImplicitSum(SparseRows x, SparseResidual.State a, int width, double[] p, double[] u) {
    this.x = x;
    this.a = a;
    this.width = width;
    this.p = p;
    this.u = u;
    q = new double[0];
    image = new double[a.w.width];
    ones = new int[a.w.k];
    refresh();
  }

  /** One of no columns, before there is another. */
  static ImplicitSum none(SparseRows x) {
    return new ImplicitSum(x, SparseResidual.State.EMPTY, 0, new double[0], new double[0]);
  }

  /** One that is {@code sums}, r×D, with U = 0. */
  static ImplicitSum of(SparseRows x, SparseResidual.State a, Dense sums) {
    int width = Lanes.padded(sums.rows());
    double[] p = Lanes.doubles(x.cols(), width, "sums");
    for (int r = 0; r < sums.rows(); r++) {
      for (int j = 0; j < x.cols(); j++) {
        p[j * width + r] = sums.get(r, j);
      }
    }
    return new ImplicitSum(x, a, width, p, new double[a.w.k * width]);
  }

  /** Computes Q from P, without the errors of its changes so far. */
  void refresh() {
    q = a.w.times(p, width);
  }

  /** Writes Sᵀa_i into {@code g}; row i is that of the next {@link #add}. */
  void product(int i, double[] g) {
    count = a.z.ones(i, ones);
    Lanes.gather(g, x.columns(), x.values(), x.starts()[i], x.starts()[i + 1], p, width);
    for (int o = 0; o < count; o++) {
      Lanes.add(g, 0, -1, q, ones[o] * width, width);
    }
    int k = a.w.k;
    int at = i * k;
    for (int c = 0; c < k; c++) {
      Lanes.add(g, 0, -a.products[at + c], u, c * width, width);
    }
  }

  /** S += a_i dᵀ, of the row of the last {@link #product}. */
  void add(int i, double[] d) {
    Lanes.scatter(p, x.columns(), x.values(), x.starts()[i], x.starts()[i + 1], d, width);
    a.w.image(ones, count, image);
    for (int o = 0; o < count; o++) {
      Lanes.add(u, ones[o] * width, 1, d, 0, width);
    }
    int k = a.w.k;
    int at = i * k;
    for (int c = 0; c < k; c++) {
      Lanes.add(q, c * width, a.products[at + c] + image[c], d, 0, width);
    }
  }

  /** S += b dᵀ for a b of D numbers. */
  void addDense(double[] b, double[] d) {
    double[] image = a.w.times(padded(b), Lanes.padded(1));
    for (int j = 0; j < b.length; j++) {
      Lanes.add(p, j * width, b[j], d, 0, width);
    }
    for (int c = 0; c < a.w.k; c++) {
      Lanes.add(q, c * width, image[c * Lanes.padded(1)], d, 0, width);
    }
  }

  /** Writes Sᵀb into {@code g}, for a b of D numbers. */
  void productDense(double[] b, double[] g) {
    int k = a.w.k;
    int lanes = Lanes.padded(1);
    double[] image = a.w.times(padded(b), lanes);
    Arrays.fill(g, 0);
    for (int j = 0; j < b.length; j++) {
      Lanes.add(g, 0, b[j], p, j * width, width);
    }
    for (int c = 0; c < k; c++) {
      Lanes.add(g, 0, -image[c * lanes], u, c * width, width);
    }
  }

  private static double[] padded(double[] b) {
    int lanes = Lanes.padded(1);
    double[] wide = Lanes.doubles(b.length, lanes, "sums");
    for (int j = 0; j < b.length; j++) {
      wide[j * lanes] = b[j];
    }
    return wide;
  }

  /** ‖S‖² = ‖P‖² − 2⟨Q, U⟩ + ⟨U, WWᵀU⟩. */
  double squaredNorm() {
    return Math.max(0, Lanes.squares(p) - 2 * Lanes.dot(q, u) + a.w.square(u, width));
  }

  /** The squared norm of each of the first {@code r} columns of S. */
  double[] squaredNorms(int r) {
    double[] norms = new double[r];
    for (int j = 0; j < x.cols(); j++) {
      for (int c = 0; c < r; c++) {
        double v = p[j * width + c];
        norms[c] += v * v;
      }
    }
    int k = a.w.k;
    double[] image = new double[width];
    for (int b = 0; b < k; b++) {
      Arrays.fill(image, 0);
      for (int f = 0; f < k; f++) {
        Lanes.add(image, 0, a.w.gram[b * a.w.width + f], u, f * width, width);
      }
      for (int c = 0; c < r; c++) {
        norms[c] += u[b * width + c] * (image[c] - 2 * q[b * width + c]);
      }
    }
    for (int c = 0; c < r; c++) {
      norms[c] = Math.max(0, norms[c]);
    }
    return norms;
  }

  /** The first {@code r} columns of S as rows, r×D. */
  Dense toDense(int r) {
    Dense sums = new Dense(r, x.cols());
    int k = a.w.k;
    for (int j = 0; j < x.cols(); j++) {
      for (int c = 0; c < r; c++) {
        double sum = p[j * width + c];
        for (int f = 0; f < k; f++) {
          sum -= a.w.columns[j * a.w.width + f] * u[f * width + c];
        }
        sums.values()[c * x.cols() + j] = sum;
      }
    }
    return sums;
  }

  /** The columns {@code some} of S, in that order. */
  ImplicitSum select(int[] some) {
    int narrow = Lanes.padded(some.length);
    return new ImplicitSum(
        x, a, narrow, select(p, x.cols(), some, narrow), select(u, a.w.k, some, narrow));
  }

  private double[] select(double[] from, int length, int[] some, int narrow) {
    double[] to = new double[length * narrow];
    for (int i = 0; i < length; i++) {
      for (int c = 0; c < some.length; c++) {
        to[i * narrow + c] = from[i * width + some[c]];
      }
    }
    return to;
  }

  /** Puts {@code other}'s columns in place of {@code some} of this. */
  void replace(int[] some, ImplicitSum other) {
    replace(p, other.p, x.cols(), some, other.width);
    replace(u, other.u, a.w.k, some, other.width);
    replace(q, other.q, a.w.k, some, other.width);
  }

  private void replace(double[] to, double[] from, int length, int[] some, int narrow) {
    for (int i = 0; i < length; i++) {
      for (int c = 0; c < some.length; c++) {
        to[i * width + some[c]] = from[i * narrow + c];
      }
    }
  }
}
