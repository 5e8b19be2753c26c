package org.latentfeature.lasso;

import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Matrix;

/**
 * min over V of 1/(2N) ‖X − ZV‖² + μ Σ ‖v_k‖ by the textbook's descent on the rows of V, so long
 * that rounding is all that is left: what the corrective solvers are compared with.
 */
final class GroupLasso {

  private GroupLasso() {}

  static Dense solve(Matrix x, BinaryMatrix z, double mu) {
    Dense v = new Dense(z.cols(), x.cols());
    Dense a = residual(x, z, v);
    for (int pass = 0; pass < 5_000; pass++) {
      for (int k = 0; k < z.cols(); k++) {
        update(z, a, v, k, mu * x.rows());
      }
    }
    return v;
  }

  private static void update(BinaryMatrix z, Dense a, Dense v, int k, double threshold) {
    int count = z.column(k).count();
    double[] r = new double[v.cols()];
    double squared = 0;
    for (int j = 0; j < r.length; j++) {
      r[j] = count * v.get(k, j);
      for (int i = 0; i < a.rows(); i++) {
        r[j] += z.get(i, k) ? a.get(i, j) : 0;
      }
      squared += r[j] * r[j];
    }
    double scale = Math.max(0, 1 - threshold / Math.sqrt(squared)) / count;
    for (int j = 0; j < r.length; j++) {
      double change = scale * r[j] - v.get(k, j);
      v.set(k, j, scale * r[j]);
      for (int i = 0; i < a.rows(); i++) {
        if (z.get(i, k)) {
          a.set(i, j, a.get(i, j) - change);
        }
      }
    }
  }

  /** X − Z V. */
  static Dense residual(Matrix x, BinaryMatrix z, Dense v) {
    Dense a = new Dense(x.rows(), x.cols());
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < x.cols(); j++) {
        double rest = x.get(i, j);
        for (int k = 0; k < z.cols(); k++) {
          rest -= z.get(i, k) ? v.get(k, j) : 0;
        }
        a.set(i, j, rest);
      }
    }
    return a;
  }
}
