package org.latentfeature.lasso;

import java.util.Arrays;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.linalg.Dense;
import org.latentfeature.progress.StopSignal;
import org.latentfeature.progress.StoppedException;

/**
 * A convex fit's V, residual and objective on the original data in double precision, so that bounds
 * hold for these data and not for a reduced or rounded form.
 *
 * @param a X − Z V, rounded to single precision once
 * @param error ‖X − Z V‖², before that rounding
 * @param norms Σ ‖v_k‖
 */
record ExactResidual(Matrix a, double error, double norms) {

  /**
   * The residual of V = {@code coefficients} ZᵀX.
   *
   * @param x N×D
   * @param z N×K
   * @param coefficients K×K
   * @throws StoppedException once {@code stop} is set
   */
  static ExactResidual of(Matrix x, BinaryMatrix z, Dense coefficients, StopSignal stop) {
    int[][] columns = new int[x.rows()][];
    Dense cross = new Dense(z.cols(), x.cols());
    float[] xi = new float[x.cols()];
    for (int i = 0; i < x.rows(); i++) {
      stop.check(i);
      columns[i] = columnsOf(z, i);
      x.getRow(i, xi);
      for (int k : columns[i]) {
        for (int j = 0; j < xi.length; j++) {
          cross.values()[k * xi.length + j] += xi[j];
        }
      }
    }
    Dense v = coefficients.times(cross);
    double norms = 0;
    for (int k = 0; k < v.rows(); k++) {
      norms += v.rowNorm(k);
    }
    Matrix a = Matrix.allocate(x.rows(), x.cols());
    double error = 0;
    double[] rest = new double[x.cols()];
    for (int i = 0; i < x.rows(); i++) {
      stop.check(i);
      x.getRow(i, xi);
      Arrays.setAll(rest, j -> xi[j]);
      for (int k : columns[i]) {
        for (int j = 0; j < rest.length; j++) {
          rest[j] -= v.values()[k * rest.length + j];
        }
      }
      for (int j = 0; j < rest.length; j++) {
        error += rest[j] * rest[j];
        xi[j] = (float) rest[j];
      }
      a.setRow(i, xi);
    }
    return new ExactResidual(a, error, norms);
  }

  private static int[] columnsOf(BinaryMatrix z, int row) {
    int[] columns = new int[z.cols()];
    int count = 0;
    for (int k = 0; k < columns.length; k++) {
      if (z.get(row, k)) {
        columns[count++] = k;
      }
    }
    return Arrays.copyOf(columns, count);
  }

  /** F(V) = 1/(2N)‖X − Z V‖² + μ Σ ‖v_k‖. */
  double objective(double mu) {
    return error / (2 * a.rows()) + mu * norms;
  }

  /** ‖Aᵀz‖². */
  double score(BitVector z) {
    double[] sum = new double[a.cols()];
    float[] ai = new float[a.cols()];
    for (int i = 0; i < a.rows(); i++) {
      if (z.get(i)) {
        a.getRow(i, ai);
        for (int j = 0; j < sum.length; j++) {
          sum[j] += ai[j];
        }
      }
    }
    return Arrays.stream(sum).map(s -> s * s).sum();
  }
}
