package org.latentfeature.base.linalg;

/** The factor L of a symmetric positive definite matrix, A = L Lᵀ. */
public final class Cholesky {

  private final Dense lower;

  private Cholesky(Dense lower) {
    this.lower = lower;
  }

  /**
   * Factors {@code a} (n×n, symmetric; its lower triangle is read).
   *
   * @throws ArithmeticException if {@code a} is not positive definite to working precision
   */
  public static Cholesky of(Dense a) {
    return of(a, () -> {});
  }

  /**
   * Factors {@code a} (n×n, symmetric; its lower triangle is read), with {@code pause} run before
   * each row. An exception from {@code pause} ends the factorisation.
   */
  public static Cholesky of(Dense a, Runnable pause) {
    int n = a.rows();
    Dense l = new Dense(n, n);
    double[] v = l.values();
    for (int i = 0; i < n; i++) {
      pause.run();
      for (int j = 0; j < i; j++) {
        v[i * n + j] = (a.get(i, j) - Dense.dot(v, i * n, v, j * n, j)) / v[j * n + j];
      }
      double pivot = a.get(i, i) - Dense.dot(v, i * n, v, i * n, i);
      if (!(pivot > 0)) {
        throw new ArithmeticException("matrix is not positive definite: pivot " + i + " " + pivot);
      }
      v[i * n + i] = Math.sqrt(pivot);
    }
    return new Cholesky(l);
  }

  /** The factorisation with the given L, which is not copied. */
  static Cholesky ofLower(Dense lower) {
    return new Cholesky(lower);
  }

  /** L itself, with zeros above its diagonal; not a copy. */
  public Dense lower() {
    return lower;
  }

  /** L⁻¹ B for {@code b} (n×m), in place; returns {@code b}. */
  public Dense solveLower(Dense b) {
    return solveLower(b, () -> {});
  }

  /**
   * Computes L⁻¹ B for {@code b} (n×m), in place, with {@code pause} run before each row; returns
   * {@code b}, whose content is lost if {@code pause} throws.
   */
  Dense solveLower(Dense b, Runnable pause) {
    int n = lower.rows();
    int m = b.cols();
    double[] v = b.values();
    for (int i = 0; i < n; i++) {
      pause.run();
      for (int j = 0; j < i; j++) {
        double l = lower.get(i, j);
        if (l != 0) {
          Dense.addScaled(v, i * m, v, j * m, m, -l);
        }
      }
      scale(v, i * m, m, 1 / lower.get(i, i));
    }
    return b;
  }

  /** A⁻¹ B for {@code b} (n×m), in place; returns {@code b}. */
  public Dense solve(Dense b) {
    solveLower(b);
    int n = lower.rows();
    int m = b.cols();
    double[] v = b.values();
    for (int i = n - 1; i >= 0; i--) {
      for (int j = i + 1; j < n; j++) {
        double l = lower.get(j, i);
        if (l != 0) {
          Dense.addScaled(v, i * m, v, j * m, m, -l);
        }
      }
      scale(v, i * m, m, 1 / lower.get(i, i));
    }
    return b;
  }

  private static void scale(double[] v, int at, int n, double by) {
    for (int j = 0; j < n; j++) {
      v[at + j] *= by;
    }
  }
}
