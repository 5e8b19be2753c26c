package org.latentfeature.variational;

import org.latentfeature.linalg.Algebra;
import org.latentfeature.linalg.Dense;

/**
 * Sums over rows of what all other posteriors need of q(Z): νᵀX, E ZᵀZ and the entropy. Sums of
 * parts of the rows can be added.
 */
final class IncidenceSums {

  private final Dense products;
  private final Dense gram;
  private double entropy;

  /** Zeros for {@code features} × {@code cols}. */
  IncidenceSums(int features, int cols) {
    products = new Dense(features, cols);
    gram = new Dense(features, features);
  }

  private IncidenceSums(Dense products, Dense gram, double entropy) {
    this.products = products;
    this.gram = gram;
    this.entropy = entropy;
  }

  /**
   * Adds a block of rows.
   *
   * @param nu K×n
   * @param x n×D
   * @param uncertainty entropy of these entries of Z
   */
  void add(Dense nu, Dense x, double uncertainty, Algebra algebra) {
    add(products, algebra.multiply(nu, x));
    Dense inner = algebra.multiplyTransposed(nu, nu);
    int n = nu.cols();
    for (int k = 0; k < nu.rows(); k++) {
      double count = 0;
      for (int i = 0; i < n; i++) {
        count += nu.values()[k * n + i];
      }
      inner.set(k, k, count);
    }
    add(gram, inner);
    entropy += uncertainty;
  }

  /** Adds those of other rows. */
  void add(IncidenceSums other) {
    add(products, other.products);
    add(gram, other.gram);
    entropy += other.entropy;
  }

  private static void add(Dense to, Dense what) {
    Dense.addScaled(to.values(), 0, what.values(), 0, to.values().length, 1);
  }

  /** The same of features in another order. */
  IncidenceSums select(int[] order) {
    return new IncidenceSums(products.selectRows(order), gram.selectBlock(order), entropy);
  }

  /** νᵀX, K×D'. */
  Dense products() {
    return products;
  }

  /** H = E ZᵀZ, K×K: νᵀν with n_k in its diagonal. */
  Dense gram() {
    return gram;
  }

  /** n_k = Σ_n ν_nk, K numbers. */
  double[] counts() {
    double[] counts = new double[gram.rows()];
    for (int k = 0; k < counts.length; k++) {
      counts[k] = gram.get(k, k);
    }
    return counts;
  }

  /** −Σ ν log ν + (1 − ν) log(1 − ν). */
  double entropy() {
    return entropy;
  }
}
