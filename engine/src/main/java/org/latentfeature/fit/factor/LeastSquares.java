package org.latentfeature.fit.factor;

import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.PivotedCholesky;
import org.latentfeature.step.Factorisation.Products;

/** The set of dictionaries over which ‖X − Z W‖² is minimised. */
public enum LeastSquares {
  /** All. */
  FREE {
    @Override
    public Dense dictionary(Products products, Algebra algebra) {
      return PivotedCholesky.of(products.gram(), DEPENDENT).solve(products.cross(), algebra);
    }
  },

  /**
   * Dictionaries whose columns sum to 1: columns of X are affine combinations of columns of Z.
   * Reductions to fewer columns would change them, so X is fitted unreduced.
   */
  AFFINE {
    /** The last row of W is 1 minus the others: X − z_K 1ᵀ = Σ (z_k − z_K) w_kᵀ over the others. */
    @Override
    public Dense dictionary(Products products, Algebra algebra) {
      int last = products.gram().rows() - 1;
      int d = products.cross().cols();
      Dense gram = new Dense(last, last);
      Dense cross = new Dense(last, d);
      Dense g = products.gram();
      for (int a = 0; a < last; a++) {
        for (int b = 0; b < last; b++) {
          gram.set(a, b, g.get(a, b) - g.get(a, last) - g.get(last, b) + g.get(last, last));
        }
        for (int j = 0; j < d; j++) {
          double difference = products.cross().get(a, j) - products.cross().get(last, j);
          cross.set(a, j, difference - (g.get(a, last) - g.get(last, last)));
        }
      }
      Dense w =
          PivotedCholesky.of(gram, DEPENDENT).solve(cross, algebra).appendRows(new Dense(1, d));
      for (int j = 0; j < d; j++) {
        double sum = 0;
        for (int a = 0; a < last; a++) {
          sum += w.get(a, j);
        }
        w.set(last, j, 1 - sum);
      }
      return w;
    }
  };

  /** Pivots of ZᵀZ below this share of its largest diagonal entry are linear dependences. */
  static final double DEPENDENT = 1e-9;

  /** W of the products of Z, which has at least one column. */
  public final Dense dictionary(Products products) {
    return dictionary(products, Algebra.JAVA);
  }

  /**
   * Computes W from the products of Z, which has at least one column, by the operations of {@code
   * algebra}.
   */
  public abstract Dense dictionary(Products products, Algebra algebra);
}
