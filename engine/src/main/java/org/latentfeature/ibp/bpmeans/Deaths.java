package org.latentfeature.ibp.bpmeans;

import java.util.stream.IntStream;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.PivotedCholesky;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.fit.factor.CodeRefinement;
import org.latentfeature.fit.factor.Factors;

/**
 * Features that are worth less than λ². Without feature k, after least squares, the squared error
 * is larger by ‖a_k‖² / (G⁻¹)_kk with G = ZᵀZ; if columns of Z depend on each other, one of them is
 * worth nothing.
 */
final class Deaths {

  /** Pivots of G below this share of its largest diagonal entry are linear dependences. */
  private static final double DEPENDENT = 1e-9;

  private final CodeRefinement refinement;
  private final double lambda2;

  Deaths(CodeRefinement refinement, double lambda2) {
    this.refinement = refinement;
    this.lambda2 = lambda2;
  }

  /**
   * {@code factors} without features that are worth less, the least first.
   *
   * @param factors whose dictionary is the least-squares one
   */
  Factors of(Factors factors) {
    Factors best = withoutEmpty(factors);
    while (best.z().cols() > 0) {
      Factors fewer = withoutLeast(best);
      if (!(fewer.squaredError() < best.squaredError() + lambda2)) {
        break;
      }
      best = fewer;
    }
    return best;
  }

  /** Features that no row has go; the squared error is the same. */
  static Factors withoutEmpty(Factors factors) {
    int[] used =
        IntStream.range(0, factors.z().cols())
            .filter(k -> factors.z().column(k).count() > 0)
            .toArray();
    return used.length == factors.z().cols() ? factors : factors.select(used);
  }

  private Factors withoutLeast(Factors factors) {
    BinaryMatrix z = factors.z();
    Dense gram = gram(z);
    PivotedCholesky factor = PivotedCholesky.of(gram, DEPENDENT);
    if (factor.factor().cols() < z.cols()) {
      return withoutAny(z);
    }
    Dense inverse = factor.solve(identity(z.cols()));
    int least = 0;
    double loss = Double.POSITIVE_INFINITY;
    for (int k = 0; k < z.cols(); k++) {
      double norm = factors.w().rowNorm(k);
      double without = norm * norm / inverse.get(k, k);
      if (without < loss) {
        loss = without;
        least = k;
      }
    }
    return refinement.fit(z.without(least));
  }

  /** Each tried, where no inverse tells what they are worth. */
  private Factors withoutAny(BinaryMatrix z) {
    Factors best = refinement.fit(z.without(0));
    for (int k = 1; k < z.cols(); k++) {
      best = best.orBetter(refinement.fit(z.without(k)));
    }
    return best;
  }

  private static Dense gram(BinaryMatrix z) {
    Dense gram = new Dense(z.cols(), z.cols());
    for (int i = 0; i < z.cols(); i++) {
      for (int j = 0; j <= i; j++) {
        int both = z.column(i).dot(z.column(j));
        gram.set(i, j, both);
        gram.set(j, i, both);
      }
    }
    return gram;
  }

  private static Dense identity(int n) {
    Dense identity = new Dense(n, n);
    for (int i = 0; i < n; i++) {
      identity.set(i, i, 1);
    }
    return identity;
  }
}
