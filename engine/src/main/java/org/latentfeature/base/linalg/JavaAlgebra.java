package org.latentfeature.base.linalg;

/** {@link Algebra} by loops that run along rows, with a pause before each. */
final class JavaAlgebra implements Algebra {

  private final Runnable pause;

  JavaAlgebra(Runnable pause) {
    this.pause = pause;
  }

  @Override
  public Algebra pausing(Runnable other) {
    return new JavaAlgebra(other);
  }

  @Override
  public Dense multiply(Dense a, Dense b) {
    return a.times(b, pause);
  }

  @Override
  public Dense multiplyTransposed(Dense a, Dense b) {
    return a.timesTransposed(b, pause);
  }

  @Override
  public Dense transposedMultiply(Dense a, Dense b) {
    return a.transpose().times(b, pause);
  }

  @Override
  public Dense cholesky(Dense a) {
    return Cholesky.of(a, pause).lower();
  }

  @Override
  public Dense solveLower(Dense lower, Dense b) {
    return Cholesky.ofLower(lower).solveLower(b, pause);
  }

  @Override
  public Dense solve(Dense a, Dense b) {
    return Cholesky.of(a, pause).solve(b.copy());
  }

  @Override
  public double[] eigenvalues(Dense a) {
    return SymmetricEigenvalues.of(a, pause);
  }
}
