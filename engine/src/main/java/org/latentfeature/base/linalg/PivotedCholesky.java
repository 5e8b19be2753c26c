package org.latentfeature.base.linalg;

/**
 * The rank-revealing factorisation of a symmetric positive semidefinite matrix, Pᵀ A P = L Lᵀ with
 * L of n×rank and diagonal pivoting: Gram matrices of columns that may depend on each other.
 */
public final class PivotedCholesky {

  private final Dense lower;
  private final int[] order;
  private final int rank;

  private PivotedCholesky(Dense lower, int[] order, int rank) {
    this.lower = lower;
    this.order = order;
    this.rank = rank;
  }

  /**
   * Factors {@code a} (n×n, symmetric). Elimination ends when no pivot is above {@code tolerance}
   * times the largest diagonal entry.
   */
  public static PivotedCholesky of(Dense a, double tolerance) {
    return of(a, tolerance, () -> {});
  }

  /**
   * Factors {@code a} like {@link #of(Dense, double)}, with {@code pause} run before each pivot. An
   * exception from {@code pause} ends the elimination.
   *
   * @param tolerance share of the largest diagonal entry below which no pivot is taken
   */
  public static PivotedCholesky of(Dense a, double tolerance, Runnable pause) {
    int n = a.rows();
    Dense l = new Dense(n, n);
    double[] v = l.values();
    int[] order = new int[n];
    double[] diagonal = new double[n];
    double largest = 0;
    for (int i = 0; i < n; i++) {
      order[i] = i;
      diagonal[i] = a.get(i, i);
      largest = Math.max(largest, diagonal[i]);
    }
    int rank = 0;
    for (; rank < n; rank++) {
      pause.run();
      int best = rank;
      for (int i = rank + 1; i < n; i++) {
        if (diagonal[order[i]] > diagonal[order[best]]) {
          best = i;
        }
      }
      int pivot = order[best];
      if (!(diagonal[pivot] > tolerance * largest)) {
        break;
      }
      order[best] = order[rank];
      order[rank] = pivot;
      double root = Math.sqrt(diagonal[pivot]);
      v[pivot * n + rank] = root;
      for (int i = rank + 1; i < n; i++) {
        int row = order[i];
        double entry = (a.get(row, pivot) - Dense.dot(v, row * n, v, pivot * n, rank)) / root;
        v[row * n + rank] = entry;
        diagonal[row] -= entry * entry;
      }
    }
    return new PivotedCholesky(l, order, rank);
  }

  /** Number of pivots taken: the numerical rank. */
  public int rank() {
    return rank;
  }

  /** Rows of A in the order of the pivots, the dependent ones last. */
  public int[] order() {
    return order.clone();
  }

  /** A factor F (n×rank, rows in the order of A) with F Fᵀ = A up to the tolerance. */
  public Dense factor() {
    Dense f = new Dense(lower.rows(), rank);
    for (int i = 0; i < lower.rows(); i++) {
      System.arraycopy(lower.values(), i * lower.cols(), f.values(), i * rank, rank);
    }
    return f;
  }

  /**
   * A basic solution of A Y = B for {@code b} (n×m) in the range of A: the rows of Y that belong to
   * columns found dependent are zero.
   */
  public Dense solve(Dense b) {
    int m = b.cols();
    // In the order of the pivots, so that rows of L, of its transpose and of Y are consecutive.
    double[] l = new double[rank * rank];
    double[] transposed = new double[rank * rank];
    double[] y = new double[rank * m];
    for (int i = 0; i < rank; i++) {
      for (int p = 0; p <= i; p++) {
        double entry = lower.get(order[i], p);
        l[i * rank + p] = i == p ? entry : -entry;
        transposed[p * rank + i] = -entry;
      }
      System.arraycopy(b.values(), order[i] * m, y, i * m, m);
    }
    for (int i = 0; i < rank; i++) {
      Dense.addRows(y, i * m, y, 0, m, l, i * rank, i);
      scale(y, i * m, m, 1 / l[i * rank + i]);
    }
    for (int i = rank - 1; i >= 0; i--) {
      int after = i + 1;
      Dense.addRows(y, i * m, y, after * m, m, transposed, i * rank + after, rank - after);
      scale(y, i * m, m, 1 / l[i * rank + i]);
    }
    Dense solution = new Dense(lower.rows(), m);
    for (int i = 0; i < rank; i++) {
      System.arraycopy(y, i * m, solution.values(), order[i] * m, m);
    }
    return solution;
  }

  /**
   * Solves for B by products of {@code algebra}, which are faster where B has more columns than A.
   * Computes L⁻ᵀ(L⁻¹ B), whose error is of the order of the condition of L.
   */
  public Dense solve(Dense b, Algebra algebra) {
    int m = b.cols();
    if (m < rank || rank == 0) {
      return solve(b);
    }
    Dense l = new Dense(rank, rank);
    Dense identity = new Dense(rank, rank);
    Dense right = new Dense(rank, m);
    for (int i = 0; i < rank; i++) {
      identity.set(i, i, 1);
      System.arraycopy(lower.values(), order[i] * lower.cols(), l.values(), i * rank, i + 1);
      System.arraycopy(b.values(), order[i] * m, right.values(), i * m, m);
    }
    Dense inverse = algebra.solveLower(l, identity);
    Dense y = algebra.transposedMultiply(inverse, algebra.multiply(inverse, right));
    Dense solution = new Dense(lower.rows(), m);
    for (int i = 0; i < rank; i++) {
      System.arraycopy(y.values(), i * m, solution.values(), order[i] * m, m);
    }
    return solution;
  }

  private static void scale(double[] v, int at, int n, double by) {
    for (int j = 0; j < n; j++) {
      v[at + j] *= by;
    }
  }
}
