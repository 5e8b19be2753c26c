package org.latentfeature.coding;

import java.util.Arrays;
import org.latentfeature.linalg.Algebra;
import org.latentfeature.linalg.Dense;

/**
 * The part of f(z) = zᵀGz − 2pᵀz that all rows share, G = WWᵀ. f is the squared error of the code z
 * of a row x for a fixed dictionary W (K×D), minus ‖x‖²; p = Wx belongs to the row.
 */
public final class CodeQuadratic {

  /** A flip must lower f by this share of G's largest diagonal entry, or rounding could cycle. */
  private static final double GAIN = 1e-9;

  /** Pivots below this share of G's largest diagonal entry are dependent rows of W. */
  private static final double DEPENDENT = 1e-10;

  private final int k;
  private final double[] gram;
  private final double[][] rows;
  private final double largest;

  /** For the dictionary {@code w} (K×D). */
  public CodeQuadratic(Dense w) {
    this(w, 0, Algebra.JAVA);
  }

  /**
   * The same with a cost of each feature, λ Σ z = λ Σ z²: G = WWᵀ + λI.
   *
   * @param bitCost λ, at least 0
   */
  CodeQuadratic(Dense w, double bitCost, Algebra algebra) {
    k = w.rows();
    gram = algebra.multiplyTransposed(w, w).values();
    for (int i = 0; i < k; i++) {
      gram[i * k + i] += bitCost;
    }
    double most = 0;
    for (int i = 0; i < k; i++) {
      most = Math.max(most, gram[i * k + i]);
    }
    largest = most;
    rows = new double[k][];
    Arrays.setAll(rows, i -> Arrays.copyOfRange(gram, i * k, (i + 1) * k));
  }

  /** K. */
  public int columns() {
    return k;
  }

  /** G (K×K), row after row; not a copy. */
  public double[] gram() {
    return gram;
  }

  /** The same, each row an array of its own, of which loops make vector instructions. */
  double[][] rows() {
    return rows;
  }

  /** A code counts as better than another only if its f is lower by more than this. */
  public double smallestGain() {
    return GAIN * largest;
  }

  /** A pivot of at most this is that of a dependent row of W. */
  public double smallestPivot() {
    return DEPENDENT * largest;
  }

  /**
   * R (K×K), upper triangular with G = RᵀR, row after row. A dependent row of W adds nothing of its
   * own: its row of R is zero.
   */
  public double[] triangle() {
    return triangle(rows);
  }

  /** The same of another G, of a row that knows some of the columns. */
  double[] triangle(double[][] gram) {
    double[] r = new double[k * k];
    for (int i = 0; i < k; i++) {
      double pivot = gram[i][i];
      for (int m = 0; m < i; m++) {
        pivot -= r[m * k + i] * r[m * k + i];
      }
      if (pivot <= smallestPivot()) {
        continue;
      }
      double root = Math.sqrt(pivot);
      for (int j = i; j < k; j++) {
        double sum = gram[i][j];
        for (int m = 0; m < i; m++) {
          sum -= r[m * k + i] * r[m * k + j];
        }
        r[i * k + j] = sum / root;
      }
    }
    return r;
  }
}
