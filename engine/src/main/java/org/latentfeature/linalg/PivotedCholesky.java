package org.latentfeature.linalg;

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

  /** The same, with {@code pause} run before each pivot; what it throws ends the elimination. */
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
        double sum = a.get(row, pivot);
        for (int p = 0; p < rank; p++) {
          sum -= v[row * n + p] * v[pivot * n + p];
        }
        double entry = sum / root;
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
    int n = lower.rows();
    Dense y = new Dense(n, m);
    double[] v = y.values();
    double[] l = lower.values();
    for (int i = 0; i < rank; i++) {
      int row = order[i];
      System.arraycopy(b.values(), row * m, v, row * m, m);
      for (int p = 0; p < i; p++) {
        Dense.addScaled(v, row * m, v, order[p] * m, m, -l[row * n + p]);
      }
      scale(v, row * m, m, 1 / l[row * n + i]);
    }
    for (int i = rank - 1; i >= 0; i--) {
      int row = order[i];
      for (int p = i + 1; p < rank; p++) {
        Dense.addScaled(v, row * m, v, order[p] * m, m, -l[order[p] * n + i]);
      }
      scale(v, row * m, m, 1 / l[row * n + i]);
    }
    return y;
  }

  private static void scale(double[] v, int at, int n, double by) {
    for (int j = 0; j < n; j++) {
      v[at + j] *= by;
    }
  }
}
