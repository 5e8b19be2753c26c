package org.latentfeature.step.coding;

import java.util.Arrays;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;

/**
 * The part of f(z) = zᵀGz − 2pᵀz that all rows share, G = WWᵀ. f is the squared error of the code z
 * of a row x for a fixed dictionary W (K×D), minus ‖x‖²; p = Wx belongs to the row.
 */
public final class CodeQuadratic {

  /** A flip must lower f by this share of the shortest feature's squared length. */
  private static final double GAIN = 1e-9;

  /** A flip must lower f by this share of the longest's, or rounding could cycle. */
  private static final double ROUNDING = 1e-12;

  /** A row of W whose pivot is at most this share of its squared length is dependent. */
  public static final double DEPENDENT = 1e-10;

  private final int k;
  private final double[] gram;
  private final double[][] rows;
  private final double smallestGain;
  private final double shortest;

  /** For the dictionary {@code w} (K×D). */
  public CodeQuadratic(Dense w) {
    this(w, 0, Algebra.JAVA);
  }

  /**
   * The quadratic form of the dictionary {@code w} (K×D) with a cost of each feature, λ Σ z = λ Σ
   * z²: G = WWᵀ + λI.
   *
   * @param bitCost λ, at least 0
   */
  CodeQuadratic(Dense w, double bitCost, Algebra algebra) {
    k = w.rows();
    gram = algebra.multiplyTransposed(w, w).values();
    for (int i = 0; i < k; i++) {
      gram[i * k + i] += bitCost;
    }
    double longest = 0;
    double smallest = Double.POSITIVE_INFINITY;
    for (int i = 0; i < k; i++) {
      double length = gram[i * k + i];
      longest = Math.max(longest, length);
      smallest = length > 0 ? Math.min(smallest, length) : smallest;
    }
    shortest = smallest;
    smallestGain = longest == 0 ? 0 : Math.max(GAIN * shortest, ROUNDING * longest);
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

  /**
   * Returns the rows of G as separate arrays, over which the JVM compiles loops to vector
   * instructions.
   */
  double[][] rows() {
    return rows;
  }

  /** A code counts as better than another only if its f is lower by more than this. */
  public double smallestGain() {
    return smallestGain;
  }

  /**
   * Returns whether every feature that is not 0 may lower f by more than {@link #smallestGain}.
   * Where one is shorter than 1e-6 of the longest, searches do not see it.
   */
  public boolean seesEveryFeature() {
    return shortest > smallestGain;
  }

  /**
   * Returns the values, by feature, that pivots of dependent rows of W do not exceed: a share of
   * the squared lengths of whole features, since sums over some of their columns have the rounding
   * of all.
   */
  double[] smallestPivots() {
    double[] pivots = new double[k];
    Arrays.setAll(pivots, i -> DEPENDENT * gram[i * k + i]);
    return pivots;
  }

  /**
   * R (K×K), upper triangular with G = RᵀR, row after row. A dependent row of W adds nothing of its
   * own: its row of R is zero.
   */
  public double[] triangle() {
    double[] r = new double[k * k];
    for (int i = 0; i < k; i++) {
      double pivot = gram[i * k + i];
      for (int m = 0; m < i; m++) {
        pivot -= r[m * k + i] * r[m * k + i];
      }
      if (pivot <= DEPENDENT * gram[i * k + i]) {
        continue;
      }
      double root = Math.sqrt(pivot);
      for (int j = i; j < k; j++) {
        double sum = gram[i * k + j];
        for (int m = 0; m < i; m++) {
          sum -= r[m * k + i] * r[m * k + j];
        }
        r[i * k + j] = sum / root;
      }
    }
    return r;
  }
}
