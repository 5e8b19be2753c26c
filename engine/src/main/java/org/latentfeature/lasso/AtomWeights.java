package org.latentfeature.lasso;

import org.latentfeature.linalg.Algebra;
import org.latentfeature.linalg.Dense;

/**
 * The convex objective as a function of the weights alone (paper, eq. 6 and 11 with V minimised
 * out), and its derivatives, all from K×K matrices:
 *
 * <pre>
 *   F(c) = 1/(2N) tr(XᵀMX) + ω Σ_k c_k,   M = (I + Z diag(c) Zᵀ)⁻¹,   ω = Nμ²/2
 *   ∂F/∂c_j = ω − ‖XᵀM z_j‖²/(2N)                                              (eq. 10)
 *   ∂²F/∂c_j∂c_k = (z_jᵀMXXᵀM z_k)(z_jᵀM z_k)/N
 * </pre>
 *
 * Derived in docs/lasso.md, equations (3) to (6) and (13). With S = diag(√c), LLᵀ = I + SHS (whose
 * eigenvalues are at least 1), G = L⁻¹S and U = GH: ZᵀM = R Zᵀ with R = I − UᵀG, and ZᵀMZ = H −
 * UᵀU.
 */
final class AtomWeights {

  private final Algebra algebra;
  private final Dense gram;
  private final Dense crossGram;
  private final double squaredNorm;
  private final int rows;
  private final double omega;

  /**
   * The objective over the present atoms of {@code set}.
   *
   * @param algebra for its K×K products
   * @param squaredNorm ‖X‖²
   * @param rows N
   * @param mu μ
   */
  AtomWeights(Algebra algebra, AtomSet set, double squaredNorm, int rows, double mu) {
    this.algebra = algebra;
    this.gram = set.gram();
    this.crossGram = set.crossGram();
    this.squaredNorm = squaredNorm;
    this.rows = rows;
    this.omega = rows * mu * mu / 2;
  }

  int size() {
    return gram.rows();
  }

  /** The price of one unit of weight, ω. */
  double omega() {
    return omega;
  }

  int rows() {
    return rows;
  }

  Dense gram() {
    return gram;
  }

  Dense crossGram() {
    return crossGram;
  }

  Point at(double[] c) {
    return new Point(c);
  }

  /** F at one c; its derivatives are computed when asked for. */
  final class Point {

    final double[] c;
    private final Dense g;
    private final Dense gp;
    private final double objective;

    private Point(double[] c) {
      this.c = c;
      int m = c.length;
      double[] root = new double[m];
      double sum = 0;
      for (int k = 0; k < m; k++) {
        root[k] = Math.sqrt(c[k]);
        sum += c[k];
      }
      Dense system = new Dense(m, m);
      Dense s = new Dense(m, m);
      for (int i = 0; i < m; i++) {
        s.set(i, i, root[i]);
        for (int j = 0; j < m; j++) {
          system.set(i, j, root[i] * gram.get(i, j) * root[j] + (i == j ? 1 : 0));
        }
      }
      g = algebra.solveLower(algebra.cholesky(system), s);
      gp = algebra.multiply(g, crossGram);
      double explained = 0;
      for (int i = 0; i < m * m; i++) {
        explained += gp.values()[i] * g.values()[i];
      }
      objective = (squaredNorm - explained) / (2 * rows) + omega * sum;
    }

    double objective() {
      return objective;
    }

    /** R, with which V = diag(c) R B. */
    Dense response() {
      return response(algebra.multiply(g, gram));
    }

    /** diag(c) R, the coefficients of V = diag(c) R B. */
    Dense coefficients() {
      Dense coefficients = response();
      for (int k = 0; k < c.length; k++) {
        for (int j = 0; j < c.length; j++) {
          coefficients.set(k, j, c[k] * coefficients.get(k, j));
        }
      }
      return coefficients;
    }

    private Dense response(Dense u) {
      Dense r = algebra.transposedMultiply(u, g);
      int m = c.length;
      for (int i = 0; i < m; i++) {
        for (int j = 0; j < m; j++) {
          r.set(i, j, (i == j ? 1 : 0) - r.get(i, j));
        }
      }
      return r;
    }

    Derivatives derivatives() {
      Dense u = algebra.multiply(g, gram);
      Dense rp = minus(crossGram, algebra.transposedMultiply(u, gp));
      Dense explained = algebra.multiplyTransposed(rp, response(u));
      double[] gradient = new double[c.length];
      for (int j = 0; j < gradient.length; j++) {
        gradient[j] = omega - explained.get(j, j) / (2 * rows);
      }
      return new Derivatives(u, explained, gradient);
    }
  }

  /** Gradient and Hessian of F at one c. */
  final class Derivatives {

    private final Dense u;
    private final Dense explained;
    final double[] gradient;

    private Derivatives(Dense u, Dense explained, double[] gradient) {
      this.u = u;
      this.explained = explained;
      this.gradient = gradient;
    }

    Dense hessian() {
      Dense h = minus(gram, algebra.transposedMultiply(u, u));
      for (int i = 0; i < h.values().length; i++) {
        h.values()[i] *= explained.values()[i] / rows;
      }
      return h;
    }
  }

  /** {@code a − b} in place of {@code b}. */
  private static Dense minus(Dense a, Dense b) {
    for (int i = 0; i < b.values().length; i++) {
      b.values()[i] = a.values()[i] - b.values()[i];
    }
    return b;
  }

  /**
   * How far {@code gradient} is from optimal at {@code c}, relative to ω: the largest slope along a
   * feasible direction.
   */
  double violation(double[] c, double[] gradient) {
    double worst = 0;
    for (int j = 0; j < c.length; j++) {
      worst = Math.max(worst, c[j] > 0 ? Math.abs(gradient[j]) : -gradient[j]);
    }
    return worst / omega;
  }
}
