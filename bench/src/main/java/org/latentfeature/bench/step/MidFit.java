package org.latentfeature.bench.step;

import java.util.stream.IntStream;
import org.latentfeature.base.linalg.Cholesky;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.step.Factorisation.Products;

/**
 * A fit caught half-way: the first half of a problem's true columns with their least-squares rows,
 * and what they leave of X for the next atoms, A = X − Z V.
 *
 * @param x the data
 * @param z half of the true columns
 * @param v their rows
 */
public record MidFit(Matrix x, BinaryMatrix z, Dense v) {

  /** Catches {@code problem}, whose half's columns become those of {@code steps}. */
  public static MidFit of(SyntheticProblem problem, SearchSteps steps) {
    BinaryMatrix half = problem.z().select(IntStream.range(0, halfOf(problem)).toArray());
    steps.codes().replace(half);
    Products products = steps.factorisation().products(steps.codes(), 0);
    Dense v = Cholesky.of(products.gram()).solve(products.cross().copy());
    return new MidFit(problem.x(), half, v);
  }

  /** Number of columns of the half. */
  public static int halfOf(SyntheticProblem problem) {
    return Math.max(1, problem.z().cols() / 2);
  }

  /** A in double precision, row after row. */
  public double[] residual() {
    int n = x.rows();
    int d = x.cols();
    double[] a = new double[Math.multiplyExact(n, d)];
    float[] row = new float[d];
    for (int i = 0; i < n; i++) {
      x.getRow(i, row);
      for (int j = 0; j < d; j++) {
        a[i * d + j] = row[j];
      }
      for (int k = 0; k < z.cols(); k++) {
        if (z.get(i, k)) {
          for (int j = 0; j < d; j++) {
            a[i * d + j] -= v.get(k, j);
          }
        }
      }
    }
    return a;
  }
}
