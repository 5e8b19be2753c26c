package org.latentfeature.bench.step;

import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;

/** Another algebra's results, with the floating-point operations that they take counted. */
final class CountingAlgebra implements Algebra {

  private final Algebra algebra;
  private double flops;

  CountingAlgebra(Algebra algebra) {
    this.algebra = algebra;
  }

  double flops() {
    return flops;
  }

  private void product(double m, double n, double inner) {
    flops += 2 * m * n * inner;
  }

  @Override
  public Dense multiply(Dense a, Dense b) {
    product(a.rows(), b.cols(), a.cols());
    return algebra.multiply(a, b);
  }

  @Override
  public Dense multiplyTransposed(Dense a, Dense b) {
    product(a.rows(), b.rows(), a.cols());
    return algebra.multiplyTransposed(a, b);
  }

  @Override
  public Dense transposedMultiply(Dense a, Dense b) {
    product(a.cols(), b.cols(), a.rows());
    return algebra.transposedMultiply(a, b);
  }

  /** n³/3. */
  @Override
  public Dense cholesky(Dense a) {
    double n = a.rows();
    flops += n * n * n / 3;
    return algebra.cholesky(a);
  }

  /** n² for each column of B. */
  @Override
  public Dense solveLower(Dense lower, Dense b) {
    double n = lower.rows();
    flops += n * n * b.cols();
    return algebra.solveLower(lower, b);
  }

  /** Counts the operations of the factor, and 2n² for each column of B. */
  @Override
  public Dense solve(Dense a, Dense b) {
    double n = a.rows();
    flops += n * n * n / 3 + 2 * n * n * b.cols();
    return algebra.solve(a, b);
  }

  /** 4n³/3, those of the reduction to tridiagonal form. */
  /** Returns this algebra: measured work is never stopped. */
  @Override
  public Algebra pausing(Runnable pause) {
    return this;
  }

  @Override
  public double[] eigenvalues(Dense a) {
    double n = a.rows();
    flops += 4 * n * n * n / 3;
    return algebra.eigenvalues(a);
  }
}
