package org.latentfeature.base.linalg;

/**
 * The cubic operations on K×K blocks. A backend may provide a faster implementation; results agree
 * up to rounding. Arguments are unchanged unless stated otherwise.
 */
public interface Algebra {

  /** Plain Java, available everywhere. */
  Algebra JAVA = new JavaAlgebra(() -> {});

  /** A B. */
  Dense multiply(Dense a, Dense b);

  /** A Bᵀ. */
  Dense multiplyTransposed(Dense a, Dense b);

  /** Aᵀ B. */
  Dense transposedMultiply(Dense a, Dense b);

  /**
   * L of A = L Lᵀ for a symmetric A, of which the lower triangle is read; zeros above its diagonal.
   *
   * @throws ArithmeticException if A is not positive definite to working precision
   */
  Dense cholesky(Dense a);

  /** L⁻¹ B in place of {@code b}, which is returned; {@code lower} from {@link #cholesky}. */
  Dense solveLower(Dense lower, Dense b);

  /**
   * A⁻¹ B, as a new matrix, for a symmetric positive definite A, of which the lower triangle is
   * read.
   *
   * @throws ArithmeticException if A is not positive definite to working precision
   */
  Dense solve(Dense a, Dense b);

  /** The eigenvalues of a symmetric A, of which the lower triangle is read, largest first. */
  double[] eigenvalues(Dense a);

  /**
   * Returns this algebra, with equal results bit for bit, but with {@code pause} run before each
   * operation and, if it can, within long ones. An exception from {@code pause} ends the operation.
   */
  Algebra pausing(Runnable pause);
}
