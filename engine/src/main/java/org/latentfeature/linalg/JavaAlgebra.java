package org.latentfeature.linalg;

/** {@link Algebra} by loops that run along rows. */
final class JavaAlgebra implements Algebra {

  @Override
  public Dense multiply(Dense a, Dense b) {
    return a.times(b);
  }

  @Override
  public Dense multiplyTransposed(Dense a, Dense b) {
    return a.times(b.transpose());
  }

  @Override
  public Dense transposedMultiply(Dense a, Dense b) {
    return a.transpose().times(b);
  }

  @Override
  public Dense cholesky(Dense a) {
    return Cholesky.of(a).lower();
  }

  @Override
  public Dense solveLower(Dense lower, Dense b) {
    return Cholesky.ofLower(lower).solveLower(b);
  }

  @Override
  public Dense solve(Dense a, Dense b) {
    return Cholesky.of(a).solve(b.copy());
  }

  @Override
  public double[] eigenvalues(Dense a) {
    return SymmetricEigenvalues.of(a);
  }
}
