package org.latentfeature.lasso;

import java.util.stream.IntStream;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;

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

  /** Solver for systems of the size of the atoms. */
  Algebra algebra() {
    return algebra;
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

  /** F at one c; its derivatives are computed on demand. */
  final class Point {

    final double[] c;
    private final double[] root;
    private final Dense solved;
    private final double objective;

    private Point(double[] c) {
      this.c = c;
      int m = c.length;
      root = new double[m];
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
      solved = algebra.solve(system, s);
      double explained = 0;
      for (int i = 0; i < m; i++) {
        explained += root[i] * solved.rowDot(i, crossGram, i);
      }
      objective = (squaredNorm - explained) / (2 * rows) + omega * sum;
    }

    double objective() {
      return objective;
    }

    /** Q, with which V = Q B. */
    Dense coefficients() {
      Dense q = solved.copy();
      for (int i = 0; i < c.length; i++) {
        scale(q, i, root[i]);
      }
      return q;
    }

    /** R: row i of Q divided by c_i, or of I − HQ for an atom of weight 0. */
    private Dense response() {
      Dense r = solved.copy();
      int[] absent = IntStream.range(0, c.length).filter(i -> root[i] == 0).toArray();
      Dense across = algebra.multiply(gram.selectRows(absent), coefficients());
      for (int i = 0; i < c.length; i++) {
        if (root[i] > 0) {
          scale(r, i, 1 / root[i]);
        }
      }
      for (int a = 0; a < absent.length; a++) {
        int i = absent[a];
        for (int j = 0; j < c.length; j++) {
          r.set(i, j, (i == j ? 1 : 0) - across.get(a, j));
        }
      }
      return r;
    }

    Derivatives derivatives() {
      return new Derivatives(response());
    }
  }

  /** Gradient and Hessian of F at one c. */
  final class Derivatives {

    private final Dense response;
    private final Dense crossed;
    final double[] gradient;

    private Derivatives(Dense response) {
      this.response = response;
      crossed = algebra.multiply(response, crossGram);
      gradient = new double[response.rows()];
      for (int j = 0; j < gradient.length; j++) {
        gradient[j] = omega - crossed.rowDot(j, response, j) / (2 * rows);
      }
    }

    Dense hessian() {
      Dense h = algebra.multiply(response, gram);
      Dense explained = algebra.multiplyTransposed(crossed, response);
      for (int i = 0; i < h.values().length; i++) {
        h.values()[i] *= explained.values()[i] / rows;
      }
      return h;
    }
  }

  private static void scale(Dense a, int row, double by) {
    for (int j = 0; j < a.cols(); j++) {
      a.set(row, j, by * a.get(row, j));
    }
  }

  /**
   * The violation of optimality of {@code gradient} at {@code c}, relative to ω: the largest slope
   * along a feasible direction.
   */
  double violation(double[] c, double[] gradient) {
    double worst = 0;
    for (int j = 0; j < c.length; j++) {
      worst = Math.max(worst, c[j] > 0 ? Math.abs(gradient[j]) : -gradient[j]);
    }
    return worst / omega;
  }
}
